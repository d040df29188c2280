import type { FieldError } from '../contract/problem.ts';

/** Error codes that the client itself raises, as opposed to those of the API. */
export type ClientErrorCode =
  | 'option_invalid'
  | 'connection_failed'
  | 'redirected'
  | 'timeout'
  | 'answer_unreadable'
  | 'id_invalid'
  | 'address_invalid'
  | 'key_unfit'
  | 'session_unfit'
  | 'session_missing'
  | 'return_invalid'
  | 'return_state_mismatch'
  | 'return_person_mismatch';

export interface IdvErrorOptions extends ErrorOptions {
  code?: ClientErrorCode | undefined;
}

/** The root of everything that this library throws of its own. `code` tells them apart, for programs. */
export class IdvError extends Error {
  override name = 'IdvError';
  /** One of `ClientErrorCode`, a code of the API, or the reason of a refused webhook. */
  readonly code: string;

  constructor(message: string, { code = 'option_invalid', ...options }: IdvErrorOptions = {}) {
    super(message, options);
    this.code = code;
  }
}

/** What a refusal by the service says. */
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
  /** With `case_state_conflict`: where the case stands, and where it may go. */
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
    // `code` too: that of the API stands in place of one of ours.
    Object.assign(this, failure);
  }
}

/** The service could not be reached, or the connection broke before the whole answer had arrived. */
export class ConnectionError extends IdvError {
  override name = 'ConnectionError';

  constructor(message: string, options: IdvErrorOptions = {}) {
    super(message, { code: 'connection_failed', ...options });
  }
}

/** An attempt took longer than `timeoutMs`, or all of them together longer than `deadlineMs`. */
export class TimeoutError extends IdvError {
  override name = 'TimeoutError';

  constructor(message: string, options: IdvErrorOptions = {}) {
    super(message, { code: 'timeout', ...options });
  }
}
