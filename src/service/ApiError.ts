import type { ErrorCode } from '../contract/errors.ts';
import { sizeLimits } from '../contract/limits.ts';
import type { Problem } from '../contract/problem.ts';

/** Optional members of a problem besides its code. */
export type ProblemExtras = Partial<
  Pick<Problem, 'detail' | 'errors' | 'currentStatus' | 'allowedTransitions'>
> & {
  headers?: Record<string, string>;
  /** For `/readyz`: the result of each check. */
  checks?: object;
};

/**
 * A refusal with a code of the contract; becomes problem+json. `detail` never repeats input. Contains only the first
 * field errors.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly extras: ProblemExtras;

  constructor(code: ErrorCode, extras: ProblemExtras = {}) {
    super(code);
    this.code = code;
    this.extras = withFirstErrors(extras);
  }
}

/** A small request must not get a large response. */
function withFirstErrors(extras: ProblemExtras): ProblemExtras {
  const { errors } = extras;
  if (!errors || errors.length <= sizeLimits.fieldErrors) return extras;
  return {
    ...extras,
    detail: `${errors.length} fields have errors; the first ${sizeLimits.fieldErrors} are listed.`,
    errors: errors.slice(0, sizeLimits.fieldErrors),
  };
}
