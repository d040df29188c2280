import { EventType } from '../../contract/events.ts';

/** The headers of every webhook (Standard Webhooks 1.0.0). */
const PARAMETERS = [
  [
    'webhook-id',
    'The id of the event. The same event may come more than once: keep the ids that were handled.',
  ],
  [
    'webhook-timestamp',
    'When this attempt was made, seconds since 1970. Refuse what is older than five minutes.',
  ],
  [
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.rawBody`; several, separated by spaces, while a secret rotates.',
  ],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

const RESPONSES = {
  '2XX': { description: 'Taken. Anything else is tried again, ten times in all over about three days.' },
  '410': { description: 'Not wanted any more: the endpoint is disabled.' },
  '4XX': { description: 'Not taken; tried again. `Retry-After` is honoured.' },
};

/** Each kind of event as a webhook that the service sends. */
export function eventWebhooks(): Record<string, unknown> {
  return Object.fromEntries(EventType.options.map((type) => [type, { post: delivery(type) }]));
}

function delivery(type: string) {
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Event' }, { properties: { type: { const: type } } }],
  };
  return {
    operationId: `on_${type.replace('.', '_')}`,
    summary: `The event ${type}`,
    description: 'At least once and in no order; `data.version` orders the events of a case.',
    tags: ['Events'],
    security: [],
    parameters: PARAMETERS,
    requestBody: { required: true, content: { 'application/json': { schema, example: example(type) } } },
    responses: RESPONSES,
  };
}

function example(type: string) {
  const status = STATUS[type] ?? null;
  const ofCase = !type.startsWith('webhook');
  return {
    id: 'evt_01jd3x6k2vf8q9w0z5m7n4p1ra',
    type,
    timestamp: '2026-11-20T12:00:00.000Z',
    mode: 'live',
    apiVersion: 'v1',
    data: {
      caseId: ofCase ? 'case_01jd3x6k2vf8q9w0z5m7n4p1ra' : null,
      status,
      previousStatus: status && 'processing',
      version: ofCase ? 5 : null,
      clientReferenceId: ofCase ? 'customer-4711' : null,
      reasons: type === 'case.in_review' ? ['aml_possible_match'] : [],
    },
  };
}

const STATUS: Record<string, string> = {
  'case.requires_input': 'requires_input',
  'case.in_review': 'in_review',
  'case.approved': 'approved',
  'case.declined': 'declined',
};
