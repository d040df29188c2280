import type { FieldError } from '../contract/problem.ts';

/** The root of everything that this library throws of its own. */
export class IdvError extends Error {
  override name = 'IdvError';
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
  declare readonly code: string;
  declare readonly requestId: string | null;
  declare readonly retryable: boolean;
  declare readonly errors: FieldError[];
  declare readonly retryAfterMs: number | null;
  declare readonly currentStatus: string | null;
  declare readonly allowedTransitions: string[];

  constructor({ detail, ...failure }: ApiFailure) {
    super(`${detail} (${[failure.code, failure.requestId].filter(Boolean).join(', ')})`);
    Object.assign(this, failure);
  }
}

/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends IdvApiError {
  override name = 'AuthenticationError';
}

/** 403: the key does not reach this. */
export class PermissionError extends IdvApiError {
  override name = 'PermissionError';
}

/** 404, 405, 410: there is no such thing, or not any more. */
export class NotFoundError extends IdvApiError {
  override name = 'NotFoundError';
}

/** 409, 428: the state of the resource does not allow it. */
export class ConflictError extends IdvApiError {
  override name = 'ConflictError';
}

/** 400, 413, 415, 422: the request itself is wrong; `errors` says where. */
export class ValidationError extends IdvApiError {
  override name = 'ValidationError';
}

/** 429: too many requests. */
export class RateLimitError extends IdvApiError {
  override name = 'RateLimitError';
}

/** 5xx: it went wrong at the service. */
export class ServerError extends IdvApiError {
  override name = 'ServerError';
}

/** The service was not reached, or the line broke before the whole answer was there. */
export class ConnectionError extends IdvError {
  override name = 'ConnectionError';
}

/** An attempt took longer than `timeoutMs`, or all of them together longer than `deadlineMs`. */
export class TimeoutError extends IdvError {
  override name = 'TimeoutError';
}
