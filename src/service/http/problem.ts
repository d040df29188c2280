import { sessionStatusOf } from '../../contract/caseStatus.ts';
import { type ErrorCode, errors, isRetryable, problemType } from '../../contract/errors.ts';
import type { Problem } from '../../contract/problem.ts';
import { ApiError, type ProblemExtras } from '../ApiError.ts';
import { DataKeyDestroyed } from '../crypto/vault.ts';
import { isDatabaseDown } from '../db/isDatabaseDown.ts';
import type { Deps } from '../deps.ts';
import { errorForLog } from '../log.ts';
import { PictureError, PictureStoreAway } from '../pictures/pictureStore.ts';
import type { HttpContext } from './env.ts';
import { respond } from './respond.ts';

/** Converts any error to problem+json (RFC 9457). An unexpected error is logged, and its message is not sent. */
export function problem({ log }: Pick<Deps, 'log'>, c: HttpContext, error: unknown): Response {
  const apiError = toApiError(error);
  const requestId = c.get('requestId');
  if (FAULTS.has(apiError.code)) log.error('request failed', { requestId, ...errorForLog(error) });
  const { headers, ...extras } =
    c.get('caller')?.kind === 'session' ? forPage(apiError.extras) : apiError.extras;
  const [status, title] = errors[apiError.code];
  const body: Problem = {
    type: problemType(apiError.code),
    title,
    status,
    detail: title,
    instance: `urn:idv-verify:request:${requestId}`,
    code: apiError.code,
    requestId,
    retryable: isRetryable(status, apiError.code),
    ...extras,
  };
  const type = { 'Content-Type': 'application/problem+json' };
  return respond(c, { status, body, headers: { ...type, ...CHALLENGES[status], ...headers } });
}

/** A page must not learn the outcome of its case from a refusal. */
function forPage(extras: ProblemExtras): ProblemExtras {
  if (extras.currentStatus === undefined) return extras;
  return { ...extras, currentStatus: sessionStatusOf(extras.currentStatus), allowedTransitions: [] };
}

/** Codes whose cause is in the log. */
export const FAULTS: ReadonlySet<ErrorCode> = new Set([
  'internal_error',
  'picture_missing',
  'picture_altered',
]);

const CHALLENGES: Record<number, Record<string, string>> = {
  401: { 'WWW-Authenticate': 'Bearer realm="idv"' },
  503: { 'Retry-After': '1' },
};

/** The refusal that an error becomes. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof PictureError) return new ApiError(error.code);
  // The row was read just before its data key was destroyed: a retry reads the new row.
  const isTransient =
    isDatabaseDown(error) || error instanceof DataKeyDestroyed || error instanceof PictureStoreAway;
  return new ApiError(isTransient ? 'unavailable' : 'internal_error');
}
