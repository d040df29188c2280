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

/** Every code that an error of this library may have; `http_502` and the like where a proxy answered. */
export type IdvErrorCode = ErrorCode | ClientErrorCode | WebhookRefusal | `http_${number}`;

export interface IdvErrorOptions extends ErrorOptions {
  code?: ClientErrorCode | undefined;
}

/** The base class of the errors of this library. Decide by `code`; a newer service may send codes that are not listed. */
export class IdvError extends Error {
  override name = 'IdvError';
  readonly code: IdvErrorCode | (string & {});

  constructor(message: string, { code = 'option_invalid', ...options }: IdvErrorOptions = {}) {
    super(message, options);
    this.code = code;
  }

  /** Where the code is explained: a page of this package's documentation, with the heading; `http_status` for all of those. */
  get docUrl(): string {
    return `docs/errors.md#${this.code.replace(/\d+$/, 'status')}`;
  }
}

/** Whether something that was thrown is an error of this library, and has one of the codes if any are given. */
export function isIdvError(error: unknown, ...codes: IdvErrorCode[]): error is IdvError {
  return error instanceof IdvError && (codes.length === 0 || (codes as string[]).includes(error.code));
}

/** The content of an error response. */
export interface ApiFailure {
  /** HTTP status, 400–599. */
  status: number;
  /** A code of the contract, or `http_<status>` where something in between answered. */
  code: string;
  detail: string;
  requestId: string | null;
  retryable: boolean;
  /** The fields that were refused; empty where none was. */
  errors: FieldError[];
  /** How long the service asked to wait, in milliseconds. */
  retryAfterMs: number | null;
  /** With `case_state_conflict`: the current status, and the allowed transitions. */
  currentStatus: string | null;
  allowedTransitions: string[];
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

  constructor({ detail, ...failure }: ApiFailure) {
    super(`${detail} (${[failure.code, failure.requestId].filter(Boolean).join(', ')})`);
    // Includes `code`: that of the API replaces ours.
    Object.assign(this, failure);
  }
}

/** The service could not be reached, or the connection broke before the whole answer had arrived. */
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
