import { ApiError } from '../apiError.ts';

/** Answers other methods at a path that stands outside the table of endpoints: HEAD goes where GET goes. */
export function onlyGet(): never {
  throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
}
