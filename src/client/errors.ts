import type { ErrorCode } from '../contract/errors.ts';
import type { FieldError } from '../contract/problem.ts';

/** Error codes that the client itself raises, as opposed to those of the API. */
export type ClientErrorCode =
  | 'option_invalid'
  | 'connection_failed'
  | 'redirected'
  | 'timeout'
  | 'response_not_json'
  | 'id_invalid'
  | 'address_invalid'
  | 'key_malformed'
  | 'secret_malformed'
  | 'session_malformed'
  | 'session_missing'
  | 'return_invalid'
  | 'return_state_mismatch'
  | 'return_person_mismatch';

/** Why a webhook was refused. */
export type WebhookRefusal =
  | 'body_parsed'
  | 'body_invalid'
  | 'header_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch';

/** Every code that an error of this library may have; `http_502` and the like if a proxy responded. */
export type IdvErrorCode = ErrorCode | ClientErrorCode | WebhookRefusal | `http_${number}`;

export interface IdvErrorOptions extends ErrorOptions {
  code?: ClientErrorCode | undefined;
}

/**
 * The base class of the errors of this library. Branch on `code`; a newer service may send codes that are not listed.
 */
export class IdvError extends Error {
  override name = 'IdvError';
  readonly code: IdvErrorCode | (string & {});

  constructor(message: string, { code = 'option_invalid', ...options }: IdvErrorOptions = {}) {
    super(message, options);
    this.code = code;
  }

  /**
   * Where this code is explained: for a refusal of the service, the address of its page of errors; otherwise the file in
   * this package. All codes `http_<status>` share the heading `http_status`.
   */
  get docUrl(): string {
    return `node_modules/idv-verify/docs/errors.md#${this.code.replace(/\d+$/, 'status')}`;
  }
}

/** Whether a thrown value is an error of this library and, if codes are given, has one of them. */
export function isIdvError(error: unknown, ...codes: IdvErrorCode[]): error is IdvError {
  return error instanceof IdvError && (codes.length === 0 || (codes as string[]).includes(error.code));
}

/** The content of an error response. */
export interface ApiFailure {
  /** HTTP status, 400–599. */
  status: number;
  /** A code of the contract, or `http_<status>` if a proxy responded. */
  code: string;
  detail: string;
  requestId: string | null;
  retryable: boolean;
  /** The refused fields; empty if the error is not about fields. */
  errors: FieldError[];
  /** The requested delay before a retry, in milliseconds; `null` if there is none. */
  retryAfterMs: number | null;
  /** Only with `case_state_conflict`: the current status, and the allowed transitions. */
  currentStatus: string | null;
  allowedTransitions: string[];
  /** The service's page of errors, without the heading; `null` if a proxy responded. */
  errorsUrl: string | null;
}

/** The service refused a request. */
export class IdvApiError extends IdvError {
  override name = 'IdvApiError';
  declare readonly status: number;
  declare readonly requestId: string | null;
  declare readonly retryable: boolean;
  declare readonly errors: FieldError[];
  declare readonly retryAfterMs: number | null;
  declare readonly currentStatus: string | null;
  declare readonly allowedTransitions: string[];
  readonly #errorsUrl: string | null;

  constructor({ detail, errorsUrl, ...failure }: ApiFailure) {
    super(`${detail} (${[failure.code, failure.requestId].filter(Boolean).join(', ')})`);
    // `failure` includes the `code` of the API, which replaces the default code of this class.
    Object.assign(this, failure);
    this.#errorsUrl = errorsUrl;
  }

  override get docUrl(): string {
    return this.#errorsUrl ? `${this.#errorsUrl}#${this.code}` : super.docUrl;
  }
}

/** The service could not be reached, or the connection broke before the response was complete. */
export class IdvConnectionError extends IdvError {
  override name = 'IdvConnectionError';

  constructor(message: string, options: IdvErrorOptions = {}) {
    super(message, { code: 'connection_failed', ...options });
  }
}

/** An attempt took longer than `timeoutMs`, or all of them together longer than `deadlineMs`. */
export class IdvTimeoutError extends IdvError {
  override name = 'IdvTimeoutError';

  constructor(message: string, options: IdvErrorOptions = {}) {
    super(message, { code: 'timeout', ...options });
  }
}
