import * as z from 'zod/mini';
import { type EndpointSchemas, endpointSchemas } from '../../contract/endpointSchemas.ts';
import * as contract from '../../contract/index.ts';

export type JsonSchema = { [keyword: string]: unknown };

/** The named schemas of the document, and a function that references them. */
export interface ComponentSchemas {
  /** By name. */
  all: Record<string, JsonSchema>;
  nameOf(schema: z.ZodMiniType): string;
}

/**
 * Writes every schema of the endpoints as JSON Schema, with references between named schemas. A schema without a
 * description below is named after its endpoint. The registry is created here, because in the contract it would add
 * schemas to the page's bundle that the page does not use.
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

/** Removes keywords without meaning in OpenAPI, and adds the format that corresponds to the pattern of a timestamp. */
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
  Timestamp: 'A time: RFC 3339, UTC, milliseconds.',
  GivenTimestamp: 'A time: RFC 3339, UTC, with or without a fraction of a second.',
  Mode: 'Live and test data are separate; the key determines the mode.',
  Locale: 'A language tag (BCP 47).',
  Country: 'A country code in capitals (ISO 3166-1 alpha-2).',
  CaseType: 'The kind of verification.',
  CaseStatus: 'The status of a case. New values may be added.',
  SessionCaseStatus: 'The status of a case as shown to its page.',
  Policy: 'The rules for one case.',
  Requirements: 'The items that the person still has to provide, in this order.',
  Checks: 'The latest run of each check; `pending` before the first.',
  Decision: 'The decision on the case, with its reasons.',
  Assurance: 'The facts that were established, independent of the outcome.',
  LastError: 'The last failure that the person can correct. Safe to show.',
  Consent: 'The consent of the person, and its time.',
  ShownConsent: 'A consent with the displayed text.',
  Branding: 'The name of the site and its help links. `null`: not set.',
  StoredBranding: 'The current branding, and the colours that were corrected.',
  LinkTexts: 'Messages to send a link with.',
  Handoff: 'The state of the hand-off to a phone.',
  StartedHandoff: 'A code for the phone, valid for 60 seconds.',
  ConfirmHandoff: 'The digits that the phone shows.',
  StartCredentialRequest: 'The origin of the page; only a back end sends it.',
  CredentialRequest: 'The state of a request to a wallet.',
  StartedCredentialRequest: 'A request to a wallet, valid for one answer.',
  AnswerCredentialRequest: '`protocol` and `data` of a `DigitalCredential`, unchanged.',
  WalletForm:
    'The answer of a wallet, its error, or a request for the request object. Other fields are ignored.',
  WalletRedirect: 'Where the wallet leads the person; its fragment has a code for the page that asked.',
  CredentialReceipt: 'The receipt for an answer, the same for every answer.',
  Credential: 'The verification of a wallet credential; no values.',
  CredentialCheckEventData: 'The answer of a wallet was checked.',
  StartDocumentCheck: 'The case, and the kind of document that the person has at hand.',
  DocumentCheck:
    'What was read of a document, and what was compared. It never says that a document is genuine.',
  SessionDocumentCheck: 'A document check as shown to the page, without comparisons.',
  DocumentCheckEventData: 'The pictures of a document were examined.',
  DetailsSources: 'The source of each personal detail.',
  JoinHandoff: 'The secret or the code of a hand-off, with the key of this phone.',
  JoinedHandoff: 'A session limited to one step, and the identity of the site.',
  HandoffEvidence: 'Evidence about the phone, for reviewers.',
  RedeemLink: 'The secret of a link, or only the cookie of the browser.',
  RedeemedLink: 'A session for the hosted page, and the identity of the site.',
  PutBranding: 'The complete branding; omitted fields are unset.',
  Case: 'A verification case as shown to the back end.',
  CreatedCase: 'A new case and, if requested, its first session key and its link.',
  SessionCase: 'A case as shown to its page: the due items, never an outcome.',
  CreateCase: 'A verification to start.',
  GiveConsent: 'Consent to the processing of biometric data, or its refusal.',
  Decide: 'The decision of a reviewer, on the version of the case that they saw.',
  PersonalDetails:
    'Personal details as stated by the person. In test mode `familyName` may also be one of the reserved `IDVTEST_…` names.',
  PersonalDetailsReceipt: 'The details were stored; values are never echoed.',
  StoredPersonalDetails: 'Stored personal details; only the last four characters of the national id.',
  CreateSessionKey: 'The origins that may use the session key.',
  SessionKey: 'A key for the page of one case, valid for 15 minutes. Shown only once.',
  Link: 'The link to the hosted page of a case. Shown only once.',
  StartSelfieCheck: 'The case of the selfie.',
  ChallengeStep: "A step of the challenge; left is the person's left.",
  Challenge: 'The steps that the person is asked to perform. The nonce is valid for one capture.',
  SelfieCheck: 'A selfie check; scores run from 0 to 1.',
  SessionSelfieCheck: 'A selfie check as shown to the page, without scores.',
  ScreenedPerson: 'The person to screen: `fullName`, or `familyName` with `givenName`.',
  Screen: 'A case or a person to screen, not both.',
  Dataset: 'The lists used, with their versions.',
  Hit: 'A listed entity that resembles the person, with the comparison of each field.',
  AmlException: 'A false positive that is remembered until a date.',
  PutThresholds: 'All rules of the next version of the thresholds.',
  ThresholdRule: 'The score from which a hit on a list, a kind or a script is a possible match.',
  Thresholds: 'One version of the thresholds, with who set it and why.',
  ResolveHit: 'Whether a hit is the person, and why.',
  AmlScreening: 'A screening against the lists.',
  AmlReport: 'The complete record of a screening.',
  CreateWatch: 'A person or an organisation to watch, not both.',
  Watch: 'A person or organisation that is screened again whenever a list changes.',
  CreateBatch: 'The format of the file.',
  Batch: 'A file that is screened in the background, with its progress.',
  CreateWebhookEndpoint: 'A URL and the types of events to send to it.',
  UpdateWebhookEndpoint: 'The fields to change; the others stay.',
  WebhookEndpoint: 'A receiver of events.',
  CreatedWebhookEndpoint: 'A new endpoint with its secret, shown only once.',
  WebhookRecovery: 'The number of missed events to be delivered.',
  RecoverWebhooks: 'The time since which missed events are delivered.',
  ApiKey: 'An API key, without the key itself.',
  CreatedApiKey: 'A new API key, shown only once.',
  CreateApiKey: 'The permissions of the new key.',
  RollApiKey: 'The time for which the previous key stays valid.',
  EventType: 'The types of events. New ones may be added.',
  CaseEventData: 'A change of a case, with its latest document. Order by `version`.',
  HandoffEventData: 'A phone joined, or its hand-off ended.',
  PersonalDetailsEventData: 'Personal details were stored.',
  SelfieCheckEventData: 'A selfie check has a result.',
  AmlScreeningEventData: 'A screening has a result, or another one.',
  AmlListEventData: 'A list is refused, stale or good again.',
  WebhookEndpointEventData: 'A webhook endpoint was disabled.',
  TestEventData: 'Sent on request, to try a receiver.',
  Event:
    'An event; also the body of a webhook. `type` determines the content of `data`; ignore unknown types.',
  Delivery: 'One attempt to deliver an event to an endpoint, or the next one planned.',
  Redeliver: 'The receivers of the repeated event: one endpoint, or all that subscribe to it.',
  DayStats: 'The number of cases of one day that reached each step, and the duration of the steps.',
  Stats: 'Every day of a range, oldest first.',
  Simulate: 'The status to move the test case to.',
  EmitTestEvent: 'The type of event to emit.',
  FieldError: 'One field that was refused; `pointer` is a JSON pointer (RFC 6901).',
  Problem: 'An error (RFC 9457). `detail` never repeats input.',
};

/** The named schemas of paginated responses, each with a description. */
const pages: Record<string, [schema: z.ZodMiniType, description: string]> = {
  CasePage: [endpointSchemas.listCases.response, 'One page of cases, newest first.'],
  HitPage: [endpointSchemas.listHits.response, 'One page of hits, best first.'],
  AmlExceptionPage: [
    endpointSchemas.listExceptions.response,
    'One page of exceptions, the first to end first.',
  ],
  ThresholdsPage: [
    endpointSchemas.listThresholds.response,
    'One page of versions of the thresholds, newest first.',
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
