import type { MiddlewareHandler } from 'hono';
import { openEndpoints } from '../../contract/openEndpoints.ts';
import { walletEndpoints } from '../../contract/walletEndpoints.ts';
import type { Deps } from '../deps.ts';
import type { Env } from './env.ts';
import { rateLimit } from './rateLimit.ts';

/** Paths that are not counted: load balancers poll them, and their responses cost nothing or are computed at intervals. */
const UNCOUNTED = /^(\/v1)?\/(healthz|readyz)$|^\/metrics$/;

/** Routes of the API that take no key, whatever the request carries. */
const OPEN = [
  '/v1/openapi.json',
  '/v1/errors',
  ...Object.values({ ...openEndpoints, ...walletEndpoints }).map(({ path }) => `/v1${path.split(':')[0]}`),
];

/**
 * Counts every request without a key, on any path, before anything reads it: a new route cannot be forgotten. Requests
 * with a key are counted by `gate` and by their endpoint.
 */
export function meter(deps: Deps): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { path } = c.req;
    const isOpen = !path.startsWith('/v1/') || OPEN.some((one) => path.startsWith(one));
    const hasKey = !isOpen && c.req.header('Authorization') !== undefined;
    if (!hasKey && !UNCOUNTED.test(path)) {
      const isOfDesk = path.startsWith('/desk') && (c.req.header('Cookie') ?? '').includes('__Host-desk=');
      await rateLimit.keyless(deps, c, isOfDesk ? 'desk' : 'open');
    }
    await next();
  };
}
