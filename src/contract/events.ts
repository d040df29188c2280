import * as z from 'zod/mini';
import { AmlStatus } from './amlScreening.ts';
import { CaseStatus } from './caseStatus.ts';
import { DocumentStatus } from './documentCheck.ts';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Timestamp, text } from './scalars.ts';

const caseEvents = [
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
] as const;

const handoffEvents = ['handoff.joined', 'handoff.ended'] as const;

/** The types of events. Clients must tolerate unknown types. */
export const EventType = z.enum([
  ...caseEvents,
  'personal_details.submitted',
  'selfie_check.completed',
  'credential_check.completed',
  'document_check.completed',
  'aml_screening.completed',
  'aml_screening.updated',
  ...handoffEvents,
  'aml_list.refused',
  'aml_list.stale',
  'aml_list.shrunk',
  'aml_list.recovered',
  'webhook_endpoint.disabled',
  'webhook.test',
]);
export type EventType = z.infer<typeof EventType>;

/** The data of every event: ids, states and codes, no personal data. `version` orders the events of a case. */
export interface EventData {
  caseId: string | null;
  status: string | null;
  previousStatus: string | null;
  version: number | null;
  clientReferenceId: string | null;
  reasons: string[];
  [more: string]: unknown;
}

const shared = {
  clientReferenceId: z.nullable(z.string()),
  reasons: z.array(z.string()),
  /** Set if sent by `POST /test/events` or `POST /webhook-endpoints/:id/test`: the ids do not exist. */
  simulated: z.optional(z.literal(true)),
};

const ofCase = {
  ...shared,
  caseId: idSchema('case'),
  status: CaseStatus,
  /** `null` in `case.created`. */
  previousStatus: z.nullable(CaseStatus),
  version: z.int(),
};

const withoutCase = {
  ...shared,
  caseId: z.null(),
  status: z.null(),
  previousStatus: z.null(),
  version: z.null(),
};

/** A change of a case. */
export const CaseEventData = z.object({
  ...ofCase,
  /** The latest document of the person, as in `checks.document`; `null` if none was begun. */
  document: z.nullable(z.object({ id: idSchema('doc'), status: DocumentStatus })),
});
export type CaseEventData = z.infer<typeof CaseEventData>;

/** A phone joined, or its hand-off ended; `reasons` says why. */
export const HandoffEventData = z.object(ofCase);
export type HandoffEventData = z.infer<typeof HandoffEventData>;

/** Personal details were stored; `revision` counts from 1. */
export const PersonalDetailsEventData = z.object({ ...ofCase, revision: z.int() });
export type PersonalDetailsEventData = z.infer<typeof PersonalDetailsEventData>;

/** A selfie check has a result. */
export const SelfieCheckEventData = z.object({ ...ofCase, selfieCheckId: idSchema('bio') });
export type SelfieCheckEventData = z.infer<typeof SelfieCheckEventData>;

/** The answer of a wallet was checked. */
export const CredentialCheckEventData = z.object({ ...ofCase, credentialId: idSchema('cred') });
export type CredentialCheckEventData = z.infer<typeof CredentialCheckEventData>;

/** The pictures of a document were examined. */
export const DocumentCheckEventData = z.object({ ...ofCase, documentCheckId: idSchema('doc') });
export type DocumentCheckEventData = z.infer<typeof DocumentCheckEventData>;

/** A screening has a result, or its result changed. Without a case `caseId`, `status` and `version` are `null`. */
export const AmlScreeningEventData = z.object({
  ...shared,
  caseId: z.nullable(idSchema('case')),
  status: z.nullable(CaseStatus),
  previousStatus: z.nullable(CaseStatus),
  version: z.nullable(z.int()),
  screeningId: idSchema('aml'),
  screeningStatus: AmlStatus,
  /** The watch of the screening, if any. */
  watchId: z.optional(idSchema('watch')),
  /** After a change of the lists: the numbers of new, changed and ended hits. */
  newHits: z.optional(z.int()),
  changedHits: z.optional(z.int()),
  endedHits: z.optional(z.int()),
});
export type AmlScreeningEventData = z.infer<typeof AmlScreeningEventData>;

/** A webhook endpoint was disabled; `reasons` says why: `gone`, `failing` or `by_request`. */
export const WebhookEndpointEventData = z.object({ ...withoutCase, endpointId: idSchema('we') });
export type WebhookEndpointEventData = z.infer<typeof WebhookEndpointEventData>;

/**
 * The newest version of a list is refused, or a list is stale. `shrunk`: it is refused because it lost more entries
 * than allowed, or is gone. `recovered`: the problem no longer exists. `reasons` contains the code, as in `/readyz`.
 */
export const AmlListEventData = z.object({
  ...withoutCase,
  /** The code of the list, such as `ofac_sdn`; `unknown` if it could not be determined. */
  list: z.string(),
  since: Timestamp,
});
export type AmlListEventData = z.infer<typeof AmlListEventData>;

/** Sent on request, to test a receiver. */
export const TestEventData = z.object(withoutCase);
export type TestEventData = z.infer<typeof TestEventData>;

/** An event, the body of a webhook: compact JSON under 4 KB. The header `webhook-id` has the same `id`. */
export const Event = z.discriminatedUnion('type', [
  eventOf([...caseEvents], CaseEventData),
  eventOf([...handoffEvents], HandoffEventData),
  eventOf(['personal_details.submitted'], PersonalDetailsEventData),
  eventOf(['selfie_check.completed'], SelfieCheckEventData),
  eventOf(['credential_check.completed'], CredentialCheckEventData),
  eventOf(['document_check.completed'], DocumentCheckEventData),
  eventOf(['aml_screening.completed', 'aml_screening.updated'], AmlScreeningEventData),
  eventOf(['aml_list.refused', 'aml_list.stale', 'aml_list.shrunk', 'aml_list.recovered'], AmlListEventData),
  eventOf(['webhook_endpoint.disabled'], WebhookEndpointEventData),
  eventOf(['webhook.test'], TestEventData),
]);
/**
 * A union by `type`: comparing `type` narrows `data`. A newer service may send types that are not listed: ignore them.
 */
export type Event = z.infer<typeof Event>;

function eventOf<const Type extends EventType, Data extends z.ZodMiniType>(types: Type[], data: Data) {
  return z.object({
    id: idSchema('evt'),
    type: z.enum(types),
    timestamp: Timestamp,
    mode: Mode,
    apiVersion: z.string(),
    data,
  });
}

export const apiVersion = 'v1';

/** One attempt to deliver an event to an endpoint, or the next planned attempt. Times in milliseconds. */
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

/** The body of POST /events/:id/redeliver: to all subscribed endpoints, or to one. */
export const Redeliver = z.strictObject({ endpointId: z.optional(text(60)) });
export type Redeliver = z.infer<typeof Redeliver>;
