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
  reportScreening: {
    description:
      'The person, the lists with their versions, the hits with what met what, and who decided what and when; as JSON, or as PDF (PDF/A-2b) with `Accept: application/pdf`. Of numbers of the person it has the last four characters. Reading the report of a case is written to the audit log.',
  },
  createWatch: {
    description:
      '`aml_screening.updated` tells of hits that are new, that a list has changed, and that no list has any more.',
    example: {
      person: { fullName: 'Zoë Müller', dateOfBirth: '1990-04-12' },
      clientReferenceId: 'customer-4711',
    },
  },
  deleteWatch: {
    description:
      'What was screened of them goes as that of others without a case does: by the retention of details.',
  },
  createBatch: {
    description:
      'One file `file`, JSON lines of `{id, person}` or `{id, organisation}`, or CSV with the columns of the command `aml screen`: at most 100,000 rows. It is kept encrypted; its rows go when it is done, its answers at `expiresAt`.',
  },
  retrieveBatchResults: {
    description:
      'In the format of the file, or in that of the query; one line for each row in JSON lines, one for each hit in CSV, each with the dataset and the threshold.',
  },
  resolveHit: {
    description:
      'It holds for this person and what the list says now: the same false alert does not come back, a changed entry does. The status of the case stays.',
    example: {
      resolution: 'false_positive',
      reasonCode: 'different_birth_date',
      note: 'Another date of birth, seen on the passport.',
    },
  },
  createWebhookEndpoint: {
    description:
      'https only, on port 443 or from 1024 up. Names are resolved and checked against private addresses at every delivery.',
    example: { url: 'https://shop.example/idv/webhook', eventTypes: ['case.approved', 'case.declined'] },
  },
  updateWebhookEndpoint: { example: { status: 'enabled' } },
  deleteWebhookEndpoint: { description: 'Deliveries that are still due are dropped.' },
  eraseCase: {
    description:
      'The data key of the case is destroyed in the same transaction: what is left of it can’t be read any more. What was decided stays.',
  },
  createKey: {
    description: 'A key can’t give more scopes than it has. Without `scopes` it gives those of a new key.',
    example: { name: 'Reporting', scopes: ['cases:read', 'events:read'] },
  },
  rollKey: { example: { graceSeconds: 3600 } },
  recoverWebhooks: {
    description: 'What failed for good, and what came while the endpoint was disabled.',
    example: { since: '2026-11-20T00:00:00Z' },
  },
  redeliverEvent: {
    description: 'The attempts begin anew, at once, to all endpoints that want the event or to one.',
    example: {},
  },
  simulateCase: { description: 'Legal transitions only.', example: { to: 'processing' } },
  emitTestEvent: { example: { type: 'case.approved' } },
};
