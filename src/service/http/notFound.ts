import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { ApiError } from '../ApiError.ts';
import { matchesPath } from './cors.ts';
import type { HttpContext } from './env.ts';

const table: Endpoint[] = Object.values(endpoints);

/** The refusal of an unknown path, or of a method that its routes do not support. */
export function notFound(c: HttpContext): ApiError {
  const live = c.get('caller')?.mode !== 'test';
  const methods = table
    .filter(({ path, testOnly }) => matchesPath(`/v1${path}`, c.req.path) && !(testOnly && live))
    .map(({ method }) => method);
  if (methods.length === 0) return new ApiError('route_not_found');
  return new ApiError('method_not_allowed', { headers: { Allow: [...new Set(methods)].join(', ') } });
}
