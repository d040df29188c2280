import { isRetryable } from '../contract/errors.ts';
import type { Problem } from '../contract/problem.ts';
import { retryAfterMs } from '../contract/retryAfterMs.ts';
import { type ApiFailure, IdvApiError } from './errors.ts';
import type { Reply } from './exchange.ts';
import {
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './refusals.ts';

const CLASSES: Record<number, typeof IdvApiError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  405: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  428: ConflictError,
  429: RateLimitError,
};

/**
 * The named error of a refusal: from its problem+json (RFC 9457), or from the bare status where a proxy answered.
 * @param now milliseconds since 1970, for a `Retry-After` that is a date.
 */
export function apiErrorOf(reply: Reply, now: number): IdvApiError {
  const Class = CLASSES[reply.status] ?? (reply.status >= 500 ? ServerError : IdvApiError);
  const problem = problemOf(reply);
  const failure: ApiFailure = {
    status: reply.status,
    code: problem.code ?? `http_${reply.status}`,
    detail: problem.detail ?? problem.title ?? `The service answered ${reply.status}`,
    requestId: problem.requestId ?? reply.headers.get('request-id'),
    retryable: problem.retryable ?? isRetryable(reply.status, problem.code),
    errors: problem.errors ?? [],
    retryAfterMs: retryAfterMs(reply.headers.get('retry-after'), now),
    currentStatus: problem.currentStatus ?? null,
    allowedTransitions: problem.allowedTransitions ?? [],
  };
  return new Class(failure);
}

function problemOf(reply: Reply): Partial<Problem> {
  if (!reply.headers.get('content-type')?.startsWith('application/problem+json')) return {};
  try {
    return JSON.parse(reply.text) ?? {};
  } catch {
    return {};
  }
}
