import type { EndpointName } from '../../contract/endpoints.ts';

/** What a reader needs beyond the one line of the endpoint table: a paragraph, and a body to start from. */
export const operationNotes: Partial<Record<EndpointName, { description?: string; example?: unknown }>> = {
  createCase: {
    description:
      'With `session` the answer also carries a session key for the page, so that one call starts a verification.',
    example: {
      type: 'kyc_individual',
      returnUrl: 'https://shop.example/verified',
      clientReferenceId: 'customer-4711',
      session: { allowedOrigins: ['https://shop.example'] },
    },
  },
  retrieveCase: { description: 'A session key sees what is due, and never the outcome.' },
  giveConsent: {
    description: 'With `biometric` false the case is canceled, as long as it still requires input.',
    example: { biometric: true, textVersion: '2026-01', locale: 'en' },
  },
  submitPersonalDetails: {
    description: 'The answer is a receipt; values are never echoed.',
    example: {
      givenName: 'Zoë',
      familyName: 'Müller',
      dateOfBirth: '1990-04-12',
      nationalities: ['DE'],
      address: { line1: 'Lindenstraße 5', city: 'Berlin', postalCode: '10969', country: 'DE' },
    },
  },
  decideCase: { example: { outcome: 'approved', note: 'Called the customer.', expectedVersion: 6 } },
  createSessionKey: {
    description: 'At most three are live; a fourth ends the oldest.',
    example: { allowedOrigins: ['https://shop.example'] },
  },
  startSelfieCheck: {
    description: 'Draws a random challenge that is good for 120 seconds and one capture.',
    example: { caseId: 'case_01jd3x6k2vf8q9w0z5m7n4p1ra' },
  },
  captureSelfie: {
    description: 'One file `frames` for each of the `steps`, in the same order: 480–4096 pixels per side.',
  },
  addReferenceImage: {
    description: `One file \`image\` that shows one person, 200–4096 pixels per side, before the first capture. Another one takes its place. It is kept sealed, compared, and never given back.`,
  },
  screen: {
    description: 'Waits up to five seconds for the result, else the answer is `processing`.',
    example: { person: { fullName: 'Zoë Müller', dateOfBirth: '1990', nationalities: ['DE'] } },
  },
  resolveHit: {
    description:
      'It holds for this person and what the list says now: the same false alert does not come back, a changed entry does. The status of the case stays.',
    example: { resolution: 'false_positive', note: 'Another date of birth, seen on the passport.' },
  },
  createWebhookEndpoint: {
    description:
      'https only, on port 443 or from 1024 up. Names are resolved and checked against private addresses at every delivery.',
    example: { url: 'https://shop.example/idv/webhook', eventTypes: ['case.approved', 'case.declined'] },
  },
  updateWebhookEndpoint: { example: { status: 'enabled' } },
  deleteWebhookEndpoint: { description: 'Deliveries that are still due are dropped.' },
  redeliverEvent: {
    description: 'The attempts begin anew, at once, to all endpoints that want the event or to one.',
    example: {},
  },
  simulateCase: { description: 'Legal transitions only.', example: { to: 'processing' } },
  emitTestEvent: { example: { type: 'case.approved' } },
};
