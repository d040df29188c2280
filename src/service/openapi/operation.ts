import type { Endpoint } from '../../contract/endpoint.ts';
import type { EndpointSchemas } from '../../contract/endpointSchemas.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { OpenEndpoint, OpenEndpointName } from '../../contract/openEndpoints.ts';
import type { Upload, UploadedField } from '../../contract/upload.ts';
import type { WalletEndpointName } from '../../contract/walletEndpoints.ts';
import type { ComponentSchemas, JsonSchema } from './componentSchemas.ts';
import { openRefusals, otherContent, ref, refusals, responses } from './responses.ts';

/** Describes one endpoint as an operation of the document. */
export function operation(name: string, endpoint: Endpoint, schemas: EndpointSchemas, all: ComponentSchemas) {
  const note = operationNotes[name as EndpointName] ?? {};
  const query = queryParameters(schemas, all);
  const isList = query.some((parameter) => parameter['name'] === 'cursor');
  const codes = refusals(name, endpoint, { hasQuery: query.length > 0, isList });
  return {
    operationId: name,
    summary: endpoint.summary,
    description: describe(endpoint, note.description),
    tags: [tagOf(endpoint.path)],
    security: [{ apiKey: [] }, ...(endpoint.session ? [{ sessionKey: [] }] : [])],
    parameters: [...pathParameters(endpoint), ...query, ...headerParameters(endpoint)],
    ...(schemas.body && {
      requestBody: schemas.upload
        ? multipartBody(all.all[all.nameOf(schemas.body)] as UploadFields, schemas.upload)
        : requestBody(endpoint.body, all.nameOf(schemas.body), note.example),
    }),
    responses: responses(endpoint, schemas, { nameOf: all.nameOf, refusals: codes }),
  };
}

/** Describes an endpoint without a key. */
export function openOperation(
  name: OpenEndpointName | WalletEndpointName,
  endpoint: OpenEndpoint,
  { body, response }: Pick<EndpointSchemas, 'body' | 'response'>,
  all: ComponentSchemas,
) {
  const json = response && { 'application/json': { schema: ref(all.nameOf(response)) } };
  const headers = { 'Request-Id': { $ref: '#/components/headers/RequestId' } };
  const parameters = pathParameters(endpoint);
  return {
    operationId: name,
    summary: endpoint.summary,
    description: OPEN_NOTES[name],
    tags: [tagOf(endpoint.path)],
    security: [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(endpoint.body, all.nameOf(body)) }),
    responses: {
      [endpoint.status]: { description: 'Done.', headers, content: { ...json, ...otherContent(endpoint) } },
      ...openRefusals(name),
    },
  };
}

const OPEN_NOTES: Record<OpenEndpointName | WalletEndpointName, string> = {
  redeemLink:
    'For the hosted page, on the origin of the service. The response sets the cookie `__Host-idv-page`, with which the same browser can continue for 30 minutes, without `secret`. Another browser has to send the `dateOfBirth` of the person once their details are in; three wrong ones end the link.',
  joinHandoff:
    'For the phone, on the hosted page. The response has four digits, which the person enters on the computer, and a session limited to one step. The same phone returns with `caseId` and `proof`, or with its cookie.',
  fetchWalletRequest:
    'For a wallet that `link` of a credential request opened: the `request_uri` of OpenID4VP 1.0. It changes nothing. A token that is unknown, used or over is 404 alike.',
  answerWalletRequest:
    'For wallets, as the `response_uri` of OpenID4VP 1.0 (`direct_post.jwt`) and the `request_uri` by POST. With `response` or `error` the answer says where the person goes on; with `wallet_nonce` or nothing it is the request object. A token takes one `response`. It is checked once the page that asked hands in the code that it got back.',
};

function describe(endpoint: Endpoint, note?: string): string {
  const keys = endpoint.session ? ', or the session key of the case' : '';
  const test = endpoint.testOnly ? ' It exists only with keys of test mode.' : '';
  return `${note ? `${note}\n\n` : ''}Needs the scope \`${endpoint.scope}\`${keys}.${test}`;
}

function pathParameters({ path, resource }: Pick<Endpoint, 'path' | 'resource'>): Record<string, unknown>[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => {
    const prefix = name === 'id' ? resource : undefined;
    const pattern = prefix && { pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$` };
    const example = prefix && { example: `${prefix}_01jd3x6k2vf8q9w0z5m7n4p1ra` };
    return { name, in: 'path', required: true, schema: { type: 'string', ...pattern }, ...example };
  });
}

function queryParameters({ query }: EndpointSchemas, { all, nameOf }: ComponentSchemas) {
  if (!query) return [];
  const { properties } = all[nameOf(query)] as { properties: Record<string, JsonSchema> };
  return Object.entries(properties).map(
    ([name, schema]): Record<string, unknown> => ({
      name,
      in: 'query',
      schema,
      ...(QUERY[name] && { description: QUERY[name] }),
    }),
  );
}

const QUERY: Record<string, string> = {
  limit: 'The maximum number of items.',
  cursor: 'The `nextCursor` of the previous page.',
  subject: 'A case, or a screening, watch or batch without one.',
  actor: 'The id of an API key, or of a reviewer at the desk.',
  createdAfter: 'Only those created after it.',
  createdBefore: 'Only those created before it.',
};

function headerParameters(endpoint: Endpoint) {
  const names = [
    ...(endpoint.method === 'POST' ? ['IdempotencyKey'] : []),
    ...(endpoint.hasETag ? ['IfNoneMatch'] : []),
  ];
  return names.map((parameter) => ({ $ref: `#/components/parameters/${parameter}` }));
}

function requestBody(format: Endpoint['body'], name: string, example?: unknown) {
  const type = format === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { required: true, content: { [type]: { schema: ref(name), ...(example ? { example } : {}) } } };
}

/** The schema of the fields other than files. */
type UploadFields = { properties: JsonSchema; required?: string[] };

const PICTURE = { type: 'string', format: 'binary' };

/** Describes a multipart body: its files and its other fields. */
function multipartBody({ properties, required = [] }: UploadFields, { files, jsonFields }: Upload) {
  const entries = Object.entries(files);
  const schema = {
    type: 'object',
    properties: {
      ...properties,
      ...Object.fromEntries(entries.map(([name, field]) => [name, fileSchema(field)])),
    },
    required: [...required, ...entries.filter(([, { isOptional }]) => !isOptional).map(([name]) => name)],
    additionalProperties: false,
  };
  const encoding = Object.fromEntries([
    ...jsonFields.map((name) => [name, { contentType: 'application/json' }]),
    ...entries.map(([name, { mediaTypes }]) => [name, { contentType: mediaTypes.join(', ') }]),
  ]);
  return { required: true, content: { 'multipart/form-data': { schema, encoding } } };
}

function fileSchema({ isList, min, max, bytesEach, bytesInAll, mediaTypes }: UploadedField) {
  const types = mediaTypes.map((type) => type.replace('image/', '').toUpperCase()).join(', ');
  const limits = `${types}, at most ${size(bytesEach)}`;
  if (!isList) return { ...PICTURE, description: `${limits}.` };
  const description = `${limits} each and ${size(bytesInAll)} in all.`;
  return { type: 'array', items: PICTURE, minItems: min, maxItems: max, description };
}

function size(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes / 1024} kB` : `${bytes / 2 ** 20} MB`;
}

/** Additional documentation of an endpoint: a paragraph, and an example body. */
export const operationNotes: Partial<Record<EndpointName, { description?: string; example?: unknown }>> = {
  createCase: {
    description:
      'With `session` the answer also carries a session key for the page, so that one call starts a verification. With `link` it carries the link to the page that the service hosts; `returnUrl` may be left out then.',
    example: {
      type: 'kyc_individual',
      returnUrl: 'https://shop.example/verified',
      clientReferenceId: 'customer-4711',
      session: { allowedOrigins: ['https://shop.example'] },
    },
  },
  retrieveCase: { description: 'A session key sees the due items, never the outcome.' },
  giveConsent: {
    description: 'With `biometric` false the case is canceled if it still requires input.',
    example: { biometric: true, textVersion: '2026-01', locale: 'en' },
  },
  submitPersonalDetails: {
    description: 'The response is a receipt; values are never echoed.',
    example: {
      givenName: 'Zoë',
      familyName: 'Müller',
      dateOfBirth: '1990-04-12',
      nationalities: ['DE'],
      address: { line1: 'Lindenstraße 5', city: 'Berlin', postalCode: '10969', country: 'DE' },
    },
  },
  startCredentialRequest: {
    description:
      'A page sends nothing: its wallet answers to the origin that the browser names. A back end names `origin`.',
    example: { origin: 'https://shop.example' },
  },
  answerCredentialRequest: {
    description:
      'The answer is checked in the background; the receipt does not depend on the result. After any refusal the page finds `credential_unusable` in `lastError` of its case.',
    example: { protocol: 'openid4vp-v1-unsigned', data: { response: 'eyJhbGciOiJFQ0RILUVTIn0…' } },
  },
  claimCase: {
    description:
      'For review desks of your own. A claim lasts ten minutes; the same key renews it. 409 `claim_lost` while another reviewer has claimed the case.',
  },
  retrieveFrame: { description: 'The picture file as it came.' },
  retrieveTrailFrame: { description: 'The picture file as it came.' },
  listAudit: {
    description:
      'With `Accept: text/csv` or `application/jsonl` the page is a file to download; `Link` names the next one. An export is itself a line.',
  },
  decideCase: {
    description:
      'An approval requires every hit to be resolved (409 `hits_unresolved`). If the policy requires two reviewers, the first decision is a proposal: 202 with `proposed`, and the case is unchanged until another reviewer decides. The approval of a case with a confirmed match always takes two, under every policy, and a `note` of each. 422 `reason_conflict` for a reason that contradicts the decision or the resolutions.',
    example: { outcome: 'approved', note: 'Called the customer.', expectedVersion: 6 },
  },
  createSessionKey: {
    description: 'At most three are valid; a fourth ends the oldest.',
    example: { allowedOrigins: ['https://shop.example'] },
  },
  startSelfieCheck: {
    description:
      'The unanswered challenge, which stays the same until it expires, or a new one: drawn at random, valid for 120 seconds and one capture. `stuckAt` ends the unanswered one and draws another without that movement, of four or five movements instead of three or four. A second movement that the person cannot do ends the movements at no price: the steps are then `["center"]`, one picture that a reviewer judges. Two redraws of an attempt are free, each further one costs an attempt; when no attempt is left, the case goes to a reviewer.',
    example: { caseId: 'case_01jd3x6k2vf8q9w0z5m7n4p1ra' },
  },
  captureSelfie: {
    description: 'One file `frames` for each of the `steps`, in the same order: 480–4096 pixels per side.',
  },
  startDocumentCheck: {
    description:
      'The check that still waits for its pictures, or a new one, valid for 15 minutes and one capture. `sides` names the sides to capture. A person who has no document submits the details without one; with `require` a reviewer then decides (`document_missing`).',
    example: { caseId: 'case_01jd3x6k2vf8q9w0z5m7n4p1ra', type: 'passport' },
  },
  captureDocument: {
    description:
      'One to three files `front` (longer side 800–4096 pixels) and, of a document with two sides, `back`: only the `sides` of the check; from a camera also up to 40 small frames `frontTrail`, `backTrail` with their times. Without them, or if they show neither the number nor the portrait, a reviewer looks at the pictures (`document_captured`); with an API key they may be missing where `policy.documentUpload` is `enable`. The service reads the pictures for itself.',
  },
  retrieveDocumentCheck: {
    description:
      'Names, date of birth, sex and the whole number only with the scope `pii:read`. A page sees a status, the reason to try again, and what the zone or the barcode says, to prefill the details; never a comparison.',
  },
  addReferenceImage: {
    description: `One file \`image\` that shows one person, 200–4096 pixels per side, before the first capture. Another upload replaces it. It is stored sealed, compared, and never returned.`,
  },
  screen: {
    description: 'Waits up to five seconds for the result; otherwise the status is `processing`.',
    example: { person: { fullName: 'Zoë Müller', dateOfBirth: '1990', nationalities: ['DE'] } },
  },
  reportScreening: {
    description:
      'The person, the lists with their versions, the hits with the matching parts, and all decisions with their reviewers and times; as JSON, or as PDF (PDF/A-2b) with `Accept: application/pdf`. Numbers of the person are cut to their last four characters. Reading the report of a case is written to the audit log.',
  },
  createWatch: {
    description: '`aml_screening.updated` reports new, changed and ended hits.',
    example: {
      person: { fullName: 'Zoë Müller', dateOfBirth: '1990-04-12' },
      clientReferenceId: 'customer-4711',
    },
  },
  deleteWatch: {
    description: 'Also erases its screenings and resolutions; their data keys are destroyed.',
  },
  eraseScreening: {
    description: 'Its data key is destroyed. A screening of an existing case or watch is erased with that.',
  },
  eraseBatch: {
    description:
      'Its data key is destroyed, and so are those of the alerts of its rows, but no confirmed match and no watch. A running batch ends.',
  },
  createBatch: {
    description:
      'One file `file`, JSON lines of `{id, person}` or `{id, organisation}`, or CSV with the columns of the command `aml screen`: at most 100,000 rows. The id of a row is the `clientReferenceId` of its customer: a row with a possible match gets a screening to resolve, unless the customer has it already. It is stored encrypted; its rows are deleted when it is done, its results at `expiresAt`.',
  },
  retrieveBatchResults: {
    description:
      'In the format of the file, or in that of the query; one line for each row in JSON lines, one for each hit in CSV, each with the dataset and the threshold. `only=changes`: the rows whose alert is new, changed or ended.',
  },
  readMonitoring: {
    description:
      'For each day and list: unchanged, changed, refused, or not checked; and the number of cases and watches due to be screened again, of screenings done, and of those quarantined because they failed. UTC, 366 days at most, by default the last 30.',
  },
  putThresholds: {
    description:
      'Adds a version, which holds from the next screening on. The rule that names most of list, kind and script counts, of several the lowest, and of a hit on several lists the lowest of them. An equal number and a whole name as listed alert under any thresholds.',
    example: {
      rules: [{ list: 'ofac_sdn', kind: 'person', script: 'Latin', threshold: 0.65 }],
      note: 'Sweep of 2026-11-20, approved by the compliance committee.',
    },
  },
  resolveHit: {
    description:
      'It applies to this person and the current content of the entry: the same false alert does not return, a changed entry does. The status of the case does not change. Every resolution is a separate row in the report. Ruling out an `exact` hit and reversing a true match take two people, which are two credentials: the first one proposes it (202 with `proposed` and `proposal`; 403 `same_reviewer` if it repeats it), another one confirms it. 422 `reason_conflict` for a reason that contradicts the resolution.',
    example: {
      resolution: 'false_positive',
      reasonCode: 'different_birth_date',
      note: 'The passport shows another date of birth.',
    },
  },
  createWebhookEndpoint: {
    description:
      'https only, on port 443 or from 1024 up. Names are resolved and checked against private addresses at every delivery.',
    example: { url: 'https://shop.example/idv/webhook', eventTypes: ['case.approved', 'case.declined'] },
  },
  updateWebhookEndpoint: { example: { status: 'enabled' } },
  deleteWebhookEndpoint: { description: 'Pending deliveries are dropped.' },
  eraseCase: {
    description:
      'The data key of the case is destroyed: remaining data, also in copies of the database, cannot be read any more. The decision stays.',
  },
  createKey: {
    description:
      'A key cannot grant scopes that it does not have. Without `scopes`, the new key has the default scopes that its creator has. It ends with its creator at the latest.',
    example: { name: 'Reporting', scopes: ['cases:read', 'events:read'] },
  },
  rollKey: {
    description: 'A key that ends later than the calling key cannot be rolled.',
    example: { graceSeconds: 3600 },
  },
  recoverWebhooks: {
    description:
      'Events whose deliveries failed finally, and events emitted while the endpoint was disabled.',
    example: { since: '2026-11-20T00:00:00Z' },
  },
  redeliverEvent: {
    description: 'Restarts the attempts at once, for one endpoint or for all that subscribe to the event.',
    example: {},
  },
  simulateCase: { description: 'Legal transitions only.', example: { to: 'processing' } },
  emitTestEvent: { example: { type: 'case.approved' } },
};

const TAGS: readonly (readonly [start: string, name: string, description: string])[] = [
  ['/cases', 'Cases', 'A verification of one person, from the first input to the decision.'],
  ['/credential', 'Credentials', 'Credentials of wallets: requests, answers, and their verification.'],
  ['/biometrics', 'Biometrics', 'Selfies and documents: captures, measurements, and what was read.'],
  ['/aml', 'AML', 'Screening against sanctions lists and lists of politically exposed persons.'],
  ['/webhook-endpoints', 'Webhook endpoints', 'Where events are sent.'],
  ['/events', 'Events', 'Events of the last 90 days, and their deliveries.'],
  ['/audit', 'Audit', 'The log of views and actions.'],
  ['/stats', 'Stats', 'The number of people who reached each step, per day.'],
  ['/keys', 'API keys', 'Keys of back ends: create, roll, revoke.'],
  ['/test', 'Test mode', 'Helpers that exist only with keys of test mode.'],
  ['/', 'Service', 'The service itself; no key needed.'],
];

/** The groups of the document, in its order. */
export const tags = TAGS.map(([, name, description]) => ({ name, description }));

/** The group of a path. */
function tagOf(path: string): string {
  const tagged = path.replace(/^\/wallet/, '/credential');
  return TAGS.find(([start]) => tagged.startsWith(start))![1];
}
