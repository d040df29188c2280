import type { ErrorCode } from '../contract/errors.ts';
import type { Problem } from '../contract/problem.ts';

/** What a problem may say beside its code. */
export type ProblemExtras = Partial<
  Pick<Problem, 'detail' | 'errors' | 'currentStatus' | 'allowedTransitions'>
> & {
  headers?: Record<string, string>;
  /** Of `/readyz`: what is well and what is not. */
  checks?: object;
};

/** A refusal with a code of the contract; becomes problem+json. `detail` never repeats input. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly extras: ProblemExtras;

  constructor(code: ErrorCode, extras: ProblemExtras = {}) {
    super(code);
    this.code = code;
    this.extras = extras;
  }
}
