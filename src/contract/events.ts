import * as z from 'zod/mini';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Timestamp, text } from './scalars.ts';

/** The kinds of event. Clients tolerate kinds that they don't know. */
export const EventType = z.enum([
  'case.created',
  'case.processing',
  'case.requires_input',
  'case.in_review',
  'case.approved',
  'case.declined',
  'case.expired',
  'case.canceled',
  'case.decision_revised',
  'case.redacted',
  'personal_details.submitted',
  'selfie_check.completed',
  'aml_screening.completed',
  'aml_screening.updated',
  'webhook_endpoint.disabled',
  'webhook.test',
]);
export type EventType = z.infer<typeof EventType>;

/** What an event says: ids, states and codes, no personal data. Compare `version` to order events of a case. */
export const EventData = z.looseObject({
  caseId: z.nullable(z.string()),
  status: z.nullable(z.string()),
  previousStatus: z.nullable(z.string()),
  version: z.nullable(z.int()),
  clientReferenceId: z.nullable(z.string()),
  reasons: z.array(z.string()),
});
export type EventData = z.infer<typeof EventData>;

/** An event, the body of a webhook: compact JSON under 4 KB. `id` is also the header `webhook-id`. */
export const Event = z.object({
  id: idSchema('evt'),
  type: z.string() as z.ZodMiniType<EventType | (string & {})>,
  timestamp: Timestamp,
  mode: Mode,
  apiVersion: z.string(),
  data: EventData,
});
export type Event = z.infer<typeof Event>;

export const apiVersion = 'v1';

/** One attempt to deliver an event to an endpoint, or the next one planned. Times in milliseconds. */
export const Delivery = z.object({
  object: z.literal('delivery'),
  eventId: idSchema('evt'),
  endpointId: idSchema('we'),
  attempt: z.int(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  at: z.nullable(Timestamp),
  responseStatus: z.nullable(z.int()),
  error: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  nextAttemptAt: z.nullable(Timestamp),
});
export type Delivery = z.infer<typeof Delivery>;

/** The body of POST /events/:id/redeliver: to all endpoints that want it, or to one. */
export const Redeliver = z.strictObject({ endpointId: z.optional(text(60)) });
export type Redeliver = z.infer<typeof Redeliver>;
