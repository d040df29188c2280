import type { Endpoint } from '../../contract/endpoint.ts';
import type { EndpointSchemas } from '../../contract/endpointSchemas.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import type { OpenEndpointName } from '../../contract/openEndpoints.ts';
import type { WalletEndpointName } from '../../contract/walletEndpoints.ts';
import type { ComponentSchemas } from './componentSchemas.ts';
import { type components, problemExample } from './components.ts';

type Response = Record<string, unknown>;
type HeaderName = keyof typeof components.headers;

/** The responses of one endpoint: the success, and the errors of each status. */
export function responses(
  endpoint: Endpoint,
  schemas: EndpointSchemas,
  { nameOf, refusals }: { nameOf: ComponentSchemas['nameOf']; refusals: Map<number, ErrorCode[]> },
): Record<string, Response> {
  const all: Record<string, Response> = { [endpoint.status]: success(endpoint, schemas, nameOf) };
  if (endpoint.mayPropose) all['202'] = { ...all[endpoint.status], description: PROPOSED };
  if (endpoint.hasETag) all['304'] = { description: 'Nothing changed.', headers: headers('ETag') };
  for (const [status, codes] of refusals) all[status] = refusal(status, codes);
  return all;
}

function success(
  endpoint: Endpoint,
  { response, sessionResponse }: EndpointSchemas,
  nameOf: ComponentSchemas['nameOf'],
): Response {
  const names: HeaderName[] = [];
  if (endpoint.method === 'POST') names.push('IdempotentReplayed');
  if (endpoint.hasETag) names.push('ETag');
  if (endpoint.hasLocation) names.push('Location');
  const refs = [response, sessionResponse].flatMap((schema) => (schema ? [ref(nameOf(schema))] : []));
  const schema = refs.length > 1 ? { anyOf: refs } : refs[0];
  return {
    description: DESCRIPTIONS[endpoint.status],
    headers: headers('RateLimit', 'RateLimitPolicy', ...names),
    ...((schema || endpoint.otherTypes) && {
      content: { ...(schema && { 'application/json': { schema } }), ...otherContent(endpoint) },
    }),
  };
}

/** The media types of a success other than JSON. */
export function otherContent({ otherTypes = [] }: Pick<Endpoint, 'otherTypes'>): Record<string, unknown> {
  return Object.fromEntries(
    otherTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  );
}

const DESCRIPTIONS: Record<Endpoint['status'], string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; it continues in the background.',
  204: 'Done; the response has no body.',
};

const PROPOSED = 'Proposed: nothing changes until a second person confirms it.';

function refusal(status: number, codes: ErrorCode[]): Response {
  const names: HeaderName[] = [];
  if (status === 401) names.push('WWWAuthenticate');
  if (status === 429) names.push('RateLimit', 'RateLimitPolicy');
  if (status === 429 || status === 503) names.push('RetryAfter');
  const schema = { allOf: [ref('Problem'), { properties: { code: { enum: codes } } }] };
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code][1]}.`).join(' '),
    headers: headers(...names),
    content: { 'application/problem+json': { schema, example: problemExample(codes[0]!) } },
  };
}

function headers(...extra: HeaderName[]): Record<string, unknown> {
  const names: Partial<Record<HeaderName, string>> = {
    RequestId: 'Request-Id',
    RateLimitPolicy: 'RateLimit-Policy',
    RetryAfter: 'Retry-After',
    IdempotentReplayed: 'Idempotent-Replayed',
    WWWAuthenticate: 'WWW-Authenticate',
  };
  const all: HeaderName[] = ['RequestId', ...extra];
  return Object.fromEntries(
    all.map((name) => [names[name] ?? name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** A reference to a schema of the document. */
export function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** Error codes of an endpoint that cannot be derived from its definition. */
const ENDPOINT_ERRORS: Partial<Record<EndpointName, ErrorCode[]>> = {
  giveConsent: ['case_state_conflict', 'case_redacted', 'consent_text_unknown'],
  retrieveConsent: ['case_redacted'],
  submitPersonalDetails: ['case_state_conflict', 'case_redacted'],
  startSelfieCheck: [
    'resource_not_found',
    'case_state_conflict',
    'attempts_exhausted',
    'handoff_unconfirmed',
    'case_redacted',
    'consent_required',
  ],
  captureSelfie: [
    'case_state_conflict',
    'challenge_expired',
    'challenge_mismatch',
    'handoff_unconfirmed',
    'case_redacted',
    'consent_required',
    'image_unreadable',
    'image_too_small',
  ],
  addReferenceImage: ['case_state_conflict', 'case_redacted', 'image_unreadable', 'image_too_small'],
  createCase: ['return_url_not_allowed', 'contact_required', 'credential_unavailable'],
  putBranding: ['logo_invalid', 'contact_required'],
  cancelCase: ['case_state_conflict', 'case_redacted'],
  decideCase: ['case_state_conflict', 'version_conflict', 'case_redacted', 'reason_conflict'],
  eraseCase: ['case_redacted'],
  eraseScreening: ['screening_owned', 'confirmed_match_kept'],
  deleteWatch: ['confirmed_match_kept'],
  createKey: ['validation_failed'],
  rollKey: ['validation_failed'],
  createSessionKey: ['case_redacted'],
  revokeSessionKeys: ['case_redacted'],
  createLink: ['case_state_conflict', 'case_redacted'],
  deleteLink: ['case_redacted'],
  drawLink: ['link_ended', 'case_redacted'],
  startHandoff: ['case_state_conflict', 'case_redacted', 'consent_required'],
  startCredentialRequest: [
    'header_invalid',
    'case_state_conflict',
    'attempts_exhausted',
    'handoff_unconfirmed',
    'case_redacted',
    'credential_unavailable',
    'consent_required',
  ],
  answerCredentialRequest: ['case_state_conflict', 'challenge_expired', 'case_redacted'],
  retrieveCredential: ['case_redacted'],
  endHandoff: ['case_redacted'],
  confirmHandoff: ['case_state_conflict', 'case_redacted', 'validation_failed'],
  retrieveLinkTexts: ['link_ended', 'case_redacted'],
  retrievePersonalDetails: ['case_redacted'],
  screen: ['resource_not_found', 'case_redacted'],
  createWebhookEndpoint: ['webhook_url_not_allowed'],
  updateWebhookEndpoint: ['webhook_url_not_allowed'],
  resolveHit: ['same_reviewer', 'case_redacted', 'reason_conflict'],
  retrieveBatchResults: ['batch_not_completed'],
  simulateCase: ['case_state_conflict', 'case_redacted'],
  listFrames: ['picture_missing', 'picture_altered'],
  retrieveFrame: ['picture_missing', 'picture_altered'],
  retrieveTrailFrame: ['picture_missing', 'picture_altered'],
};

/** The error codes of an endpoint without a key. */
export function openRefusals(name: OpenEndpointName | WalletEndpointName): Record<string, Response> {
  const codes: ErrorCode[] = [
    'header_invalid',
    'rate_limited',
    'internal_error',
    'unavailable',
    ...OF_OPEN[name],
  ];
  const refusals: Record<string, Response> = {};
  for (const [status, ofStatus] of sortedByStatus(codes)) refusals[status] = refusal(status, ofStatus);
  return refusals;
}

/** Error codes of every endpoint. They include those of session keys, which any endpoint may receive and refuse. */
const EVERY: ErrorCode[] = [
  'key_in_url',
  'header_invalid',
  'auth_missing',
  'auth_malformed',
  'key_invalid',
  'key_revoked',
  'key_expired',
  'scope_missing',
  'secret_key_in_browser',
  'session_key_invalid',
  'session_key_expired',
  'session_key_revoked',
  'session_scope_exceeded',
  'origin_not_allowed',
  'rate_limited',
  'internal_error',
  'unavailable',
];
const POST: ErrorCode[] = ['idempotency_key_invalid', 'idempotency_in_flight', 'idempotency_key_reused'];
const BODY: ErrorCode[] = [
  'body_too_large',
  'media_type_unsupported',
  'json_invalid',
  'validation_failed',
  'unknown_field',
];

const OF_OPEN: Record<OpenEndpointName | WalletEndpointName, ErrorCode[]> = {
  redeemLink: ['origin_not_allowed', ...BODY, 'link_ended', 'birth_date_required'],
  joinHandoff: ['origin_not_allowed', ...BODY, 'link_ended', 'handoff_joined'],
  fetchWalletRequest: ['resource_not_found'],
  answerWalletRequest: [
    'resource_not_found',
    'body_too_large',
    'media_type_unsupported',
    'validation_failed',
    'unknown_field',
  ],
};

/** The error codes of an endpoint, by status. */
export function refusals(
  name: string,
  endpoint: Endpoint,
  { hasQuery, isList }: { hasQuery: boolean; isList: boolean },
): Map<number, ErrorCode[]> {
  const codes = [
    ...EVERY,
    ...(endpoint.method === 'POST' ? POST : []),
    ...(endpoint.body === 'none' ? [] : BODY),
    ...(hasQuery ? (['query_invalid'] as const) : []),
    ...(isList ? (['cursor_invalid'] as const) : []),
    ...(endpoint.path.includes(':') ? (['resource_not_found'] as const) : []),
    ...(endpoint.testOnly ? (['route_not_found'] as const) : []),
    ...(ENDPOINT_ERRORS[name as EndpointName] ?? []),
  ];
  return sortedByStatus(codes);
}

function sortedByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const order = Object.keys(errors);
  const sorted = [...new Set(codes)].sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return groupByStatus(sorted);
}

function groupByStatus(codes: ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = errors[code][0];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}
