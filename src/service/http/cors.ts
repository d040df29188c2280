import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { isPageOrigin } from '../../contract/sessionKey.ts';
import type { HttpContext } from './env.ts';

const EXPOSED = 'Request-Id, Retry-After, ETag, RateLimit, RateLimit-Policy';
const routes = (Object.values(endpoints) as Endpoint[])
  .filter(({ session }) => session)
  .map(({ method, path }) => ({ method, path: `/v1${path}` }));

/** The headers that let a page read a response: only on routes for session keys, errors included. */
export function corsHeaders(c: HttpContext): Record<string, string> {
  const origin = pageOrigin(c);
  if (
    !origin ||
    !routes.some(({ method, path }) => method === c.req.method && matchesPath(path, c.req.path))
  ) {
    return {};
  }
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED, Vary: 'Origin' };
}

/** The headers of the response to a preflight; `null` if the request is no preflight, or its route is not for pages. */
export function preflightHeaders(c: HttpContext): Record<string, string> | null {
  const origin = pageOrigin(c);
  if (c.req.method !== 'OPTIONS' || !origin || !c.req.header('Access-Control-Request-Method')) return null;
  const methods = routes.filter(({ path }) => matchesPath(path, c.req.path)).map(({ method }) => method);
  if (methods.length === 0) return null;
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
    'Access-Control-Max-Age': '600',
    Vary: 'Origin',
  };
}

function pageOrigin(c: HttpContext): string | null {
  const origin = c.req.header('Origin');
  return origin && isPageOrigin(origin) ? origin : null;
}

/** Whether a path matches a pattern with `:name` as a placeholder for one segment. */
export function matchesPath(pattern: string, path: string): boolean {
  const [expected, actual] = [pattern.split('/'), path.split('/')];
  return (
    expected.length === actual.length &&
    expected.every((part, index) => (part.startsWith(':') ? actual[index] !== '' : part === actual[index]))
  );
}
