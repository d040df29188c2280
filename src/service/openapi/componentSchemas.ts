import * as z from 'zod/mini';
import { type EndpointSchemas, endpointSchemas } from '../../contract/endpointSchemas.ts';
import * as contract from '../../contract/index.ts';

export type JsonSchema = { [keyword: string]: unknown };

/** The schemas of the document, and how to point at them. */
export interface ComponentSchemas {
  /** By name. */
  all: Record<string, JsonSchema>;
  nameOf(schema: z.ZodMiniType): string;
}

/**
 * Writes every schema of the endpoints as JSON Schema, with references between those that have a name. One without
 * a description below is named after its endpoint. The registry is made here and not in the contract, where it
 * would keep schemas in the page's bundle that the page does not use.
 */
export function componentSchemas(endpoints: Readonly<Record<string, EndpointSchemas>>): ComponentSchemas {
  const registry = z.registry<{ id: string; description?: string }>();
  for (const [id, description] of Object.entries(descriptions))
    registry.add(named[id as SchemaName], { id, description });
  for (const [id, [schema, description]] of Object.entries(pages)) registry.add(schema, { id, description });
  const addIfNew = (schema: z.ZodMiniType | undefined, id: string) => {
    if (schema && !registry.has(schema)) registry.add(schema, { id });
  };
  for (const [endpoint, schemas] of Object.entries(endpoints)) {
    const name = endpoint.charAt(0).toUpperCase() + endpoint.slice(1);
    addIfNew(schemas.body, `${name}Request`);
    addIfNew(schemas.response, `${name}Response`);
    addIfNew(schemas.sessionResponse, `${name}SessionResponse`);
    addIfNew(schemas.query, `${name}Query`);
  }
  const { schemas } = z.toJSONSchema(registry, {
    metadata: registry,
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  const bare = ({ $schema: _, $id: __, ...schema }: JsonSchema) => schema;
  const all = Object.entries(schemas).map(([name, schema]) => [name, bare(schema as JsonSchema)]);
  return { all: Object.fromEntries(all), nameOf: (schema) => registry.get(schema)!.id };
}

/** Removes keywords without meaning in OpenAPI, and adds the format that a timestamp's pattern stands for. */
function tidy(schema: JsonSchema): void {
  delete schema['id'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (String(schema['pattern']).endsWith('\\.\\d{3}Z$')) schema['format'] = 'date-time';
}

type SchemaName = {
  [Name in keyof typeof contract]: (typeof contract)[Name] extends z.ZodMiniType ? Name : never;
}[keyof typeof contract];
const named: Pick<typeof contract, SchemaName> = contract;

/** The descriptions of the contract's schemas that are named in the document. All others are inlined. */
const descriptions: Partial<Record<SchemaName, string>> = {
  Timestamp: 'An instant: RFC 3339, UTC, milliseconds.',
  GivenTimestamp: 'An instant: RFC 3339, UTC, with any fraction of a second or none.',
  Mode: 'Live and test data are disjoint; the key decides.',
  Locale: 'A language tag (BCP 47).',
  Country: 'A country code in capitals (ISO 3166-1 alpha-2).',
  CaseType: 'What is verified.',
  CaseStatus: 'Where a case stands. New values may be added.',
  SessionCaseStatus: 'Where a case stands, as its page sees it.',
  Policy: 'The rules for one case.',
  Requirements: 'What the person still has to give, in this order.',
  Checks: 'The newest run of each check; `pending` before the first.',
  Decision: 'How the case was decided, and why.',
  Assurance: 'What was really established, whatever the outcome.',
  LastError: 'The last failure that the person can mend. Safe to show.',
  Consent: 'What the person agreed to, and when.',
  ShownConsent: 'A consent with the words that were shown.',
  Branding: 'Who asks for the check, and where people find help. `null`: not set.',
  StoredBranding: 'What is set now, and which colours were corrected.',
  LinkTexts: 'Messages to send a link with.',
  Handoff: 'Where the hand-off to a phone stands.',
  StartedHandoff: 'A way to the phone, good for 60 seconds.',
  ConfirmHandoff: 'The digits that the phone shows.',
  StartCredentialRequest: 'The origin of the page, from a back end alone.',
  CredentialRequest: 'Where a request to a wallet stands.',
  StartedCredentialRequest: 'A request to a wallet, good for one answer.',
  AnswerCredentialRequest: '`protocol` and `data` of a `DigitalCredential`, as they are.',
  CredentialReceipt: 'The receipt for an answer, the same for every one.',
  Credential: 'How a credential of a wallet was proven; no values.',
  CredentialCheckEventData: 'The answer of a wallet was checked.',
  DetailsSources: 'Where each personal detail comes from.',
  JoinHandoff: 'The secret or the code of a hand-off, with the key of this phone.',
  JoinedHandoff: 'A session for the selfie alone, and who asks.',
  HandoffEvidence: 'What a reviewer is told of the phone.',
  RedeemLink: 'The secret of a link, or nothing but the cookie of the browser.',
  RedeemedLink: 'A session for the hosted page, and who asks.',
  PutBranding: 'The whole branding; what is left out is not set.',
  Case: 'A verification case, as the back end sees it.',
  CreatedCase: 'A new case and, if asked for, its first session key and its link.',
  SessionCase: 'A case as its page sees it: what is due, never an outcome.',
  CreateCase: 'A verification to start.',
  GiveConsent: 'Consent to the processing of biometric data, or that it was declined.',
  Decide: 'The decision of a reviewer, on the version of the case that they saw.',
  PersonalDetails:
    'What the person says of themselves. In test mode `familyName` may also be one of the reserved `IDVTEST_…` names.',
  PersonalDetailsReceipt: 'The details were taken; values are never echoed.',
  StoredPersonalDetails: 'Personal details as read back; of the national id the last four characters.',
  CreateSessionKey: 'Where the session key may be used from.',
  SessionKey: 'A key for the page of one case, 15 minutes long. Shown this once.',
  Link: 'The link to the hosted page of a case. Shown this once.',
  StartSelfieCheck: 'The case to take a selfie for.',
  ChallengeStep: "A step of the challenge; left is the person's left.",
  Challenge: 'What the person is asked to do. The nonce is good for one capture.',
  SelfieCheck: 'A selfie check; scores run from 0 to 1.',
  SessionSelfieCheck: 'A selfie check as the page sees it: never a score.',
  ScreenedPerson: 'Whom to look for: `fullName`, or `familyName` with `givenName`.',
  Screen: 'A case or a person to screen, not both.',
  Dataset: 'Which lists decided.',
  Hit: 'A listed entity that resembles the person, and what met what.',
  AmlException: 'A false alert that is remembered until a day.',
  ResolveHit: 'Whether a hit is the person, and why.',
  AmlScreening: 'A screening against the lists.',
  AmlReport: 'All that there is to file of a screening.',
  CreateWatch: 'A person or an organisation to watch, not both.',
  Watch: 'Somebody who is screened again whenever a list changes.',
  CreateBatch: 'What the file is.',
  Batch: 'A file that is screened in the background, and how far that is.',
  CreateWebhookEndpoint: 'Where to send which kinds of event.',
  UpdateWebhookEndpoint: 'What to change; the rest stays.',
  WebhookEndpoint: 'Where events are sent.',
  CreatedWebhookEndpoint: 'A new endpoint with its secret, shown this once.',
  WebhookRecovery: 'How many missed events will be delivered.',
  RecoverWebhooks: 'Since when to deliver what was missed.',
  ApiKey: 'An API key, without the key itself.',
  CreatedApiKey: 'A new API key, shown this once.',
  CreateApiKey: 'What the new key may do.',
  RollApiKey: 'For how long the key before still works.',
  EventType: 'The kinds of event. New ones may be added.',
  CaseEventData: 'A change of a case. Order by `version`.',
  PersonalDetailsEventData: 'Personal details were stored.',
  SelfieCheckEventData: 'A selfie check has a result.',
  AmlScreeningEventData: 'A screening has a result, or another one.',
  AmlListEventData: 'A list is refused, stale or good again.',
  WebhookEndpointEventData: 'A webhook endpoint was disabled.',
  TestEventData: 'Sent on request, to try a receiver.',
  Event:
    'Something that happened; also the body of a webhook. `type` decides what `data` holds; ignore types that you do not know.',
  Delivery: 'One attempt to deliver an event to an endpoint, or the next one planned.',
  Redeliver: 'Where to send the event once more: one endpoint, or all that want it.',
  DayStats: 'How far the cases of one day got, and how long their steps took.',
  Stats: 'Every day of a range, oldest first.',
  Simulate: 'Where to move the test case.',
  EmitTestEvent: 'Which kind of event to emit.',
  FieldError: 'One field that was refused; `pointer` is a JSON pointer (RFC 6901).',
  Problem: 'What went wrong (RFC 9457). `detail` never repeats input.',
};

/** The named schemas of answers that are pages of a list, each with a description. */
const pages: Record<string, [schema: z.ZodMiniType, description: string]> = {
  CasePage: [endpointSchemas.listCases.response, 'One page of cases, newest first.'],
  HitPage: [endpointSchemas.listHits.response, 'One page of hits, best first.'],
  AmlExceptionPage: [
    endpointSchemas.listExceptions.response,
    'One page of exceptions, the first to end first.',
  ],
  WatchPage: [endpointSchemas.listWatches.response, 'One page of watches, newest first.'],
  WebhookEndpointPage: [
    endpointSchemas.listWebhookEndpoints.response,
    'One page of webhook endpoints, newest first.',
  ],
  ApiKeyPage: [endpointSchemas.listKeys.response, 'One page of API keys, newest first.'],
  EventPage: [endpointSchemas.listEvents.response, 'One page of events, newest first.'],
  DeliveryPage: [endpointSchemas.listDeliveries.response, 'One page of delivery attempts, newest first.'],
};
