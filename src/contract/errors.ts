/**
 * Every error code, with its HTTP status and a general title.
 * The remedy is in the `detail` of the response.
 */
export const errors = {
  json_invalid: [400, 'The body is not valid JSON'],
  header_invalid: [400, 'A header is not valid'],
  query_invalid: [400, 'A query parameter is not valid'],
  idempotency_key_invalid: [400, 'The Idempotency-Key is not valid'],
  key_in_url: [400, 'A key must not be part of the address'],
  cursor_invalid: [400, 'The cursor is not valid'],
  auth_missing: [401, 'The Authorization header is missing'],
  auth_malformed: [401, 'The Authorization header is malformed'],
  key_invalid: [401, 'The API key is not valid'],
  key_revoked: [401, 'The API key was revoked'],
  key_expired: [401, 'The API key has expired'],
  session_key_invalid: [401, 'The session key is not valid'],
  session_key_expired: [401, 'The session key has expired'],
  session_key_revoked: [401, 'The session key was revoked'],
  scope_missing: [403, 'The API key lacks a scope'],
  origin_not_allowed: [403, 'The origin is not allowed'],
  secret_key_in_browser: [403, 'An API key must not be used in a browser'],
  session_scope_exceeded: [403, 'This session key has no access to the resource'],
  birth_date_required: [403, 'The date of birth of the person is required'],
  same_reviewer: [403, 'A second reviewer must confirm this'],
  resource_not_found: [404, 'No such resource'],
  link_ended: [404, 'The link has ended'],
  route_not_found: [404, 'No such route'],
  method_not_allowed: [405, 'Method not allowed for this route'],
  idempotency_in_flight: [409, 'A request with this Idempotency-Key is in flight'],
  case_state_conflict: [409, 'The status of the case does not allow this action'],
  version_conflict: [409, 'The case has changed'],
  attempts_exhausted: [409, 'No attempt is left'],
  challenge_expired: [409, 'The challenge has expired'],
  challenge_mismatch: [409, 'The capture does not match the challenge'],
  consent_text_unknown: [409, 'The text of this consent was not uploaded'],
  hits_unresolved: [409, 'A hit is not resolved yet'],
  frames_unseen: [409, 'Not every picture was viewed'],
  claim_lost: [409, 'Another reviewer has claimed the case'],
  handoff_unconfirmed: [409, 'The digits that the phone shows were not entered on the computer'],
  handoff_joined: [409, 'Another phone has already joined'],
  batch_not_completed: [409, 'The batch is not completed'],
  screening_owned: [409, 'The screening belongs to a case or a watch'],
  confirmed_match_kept: [409, 'A confirmed match is kept as evidence'],
  case_redacted: [410, 'The case was redacted'],
  body_too_large: [413, 'The body is too large'],
  media_type_unsupported: [415, 'The media type is not supported'],
  validation_failed: [422, 'The input is not valid'],
  reason_conflict: [422, 'The reason contradicts the decision'],
  unknown_field: [422, 'The input has an unknown field'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used for another request'],
  return_url_not_allowed: [422, 'The return URL is not allowed'],
  webhook_url_not_allowed: [422, 'The webhook URL is not allowed'],
  image_unreadable: [422, 'A picture cannot be read'],
  image_too_small: [422, 'A picture is too small'],
  logo_invalid: [422, 'The logo is not valid'],
  contact_required: [422, 'Live mode needs a contact'],
  credential_unavailable: [422, 'Credentials cannot be requested'],
  credential_unusable: [422, 'The credential cannot be used'],
  consent_required: [428, 'Consent is required first'],
  rate_limited: [429, 'Too many requests'],
  internal_error: [500, 'Internal error'],
  picture_missing: [500, 'A stored picture is missing'],
  picture_altered: [500, 'A stored picture was altered'],
  unavailable: [503, 'The service is temporarily unavailable'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ErrorCode = keyof typeof errors;

/** The page of the service that lists the codes; each has its heading. The `type` of a problem links to it. */
export const errorPage = '/v1/errors';

/** The `type` of a problem, relative to the address of the request (RFC 9457, section 3.1.1). */
export function problemType(code: string): string {
  return `${errorPage}#${code}`;
}

/** Whether the same request may succeed later, by the status or the code of the error. */
export function isRetryable(status: number, code?: string): boolean {
  return status >= 500 || status === 408 || status === 429 || code === 'idempotency_in_flight';
}
