import type { MiddlewareHandler } from 'hono';
import type { ErrorCode } from '../../contract/errors.ts';
import { ApiError } from '../ApiError.ts';
import type { Deps } from '../deps.ts';
import { authenticator } from './authenticate.ts';
import { preflightHeaders } from './cors.ts';
import type { Env } from './env.ts';
import { rateLimit } from './rateLimit.ts';
import { respond } from './respond.ts';

/** Refusals that a guessed key may cause. An expired key is excluded: it was valid once, and a page renews it. */
const UNKNOWN: ReadonlySet<string> = new Set<ErrorCode>([
  'auth_missing',
  'auth_malformed',
  'key_invalid',
  'session_key_invalid',
]);

/**
 * Runs before every route of the API: preflights, refusal of keys in URLs, authentication, and rate limits by address.
 */
export function gate(deps: Deps): MiddlewareHandler<Env> {
  const authenticate = authenticator(deps);
  return async (c, next) => {
    const preflight = preflightHeaders(c);
    if (preflight) return respond(c, { status: 204, headers: preflight });
    if (hasKey(c.req.url))
      throw new ApiError('key_in_url', {
        detail: 'The key in the URL may be in logs. Revoke it, and send keys in the Authorization header.',
      });
    const beforeLookUp = (caseId: string) => rateLimit.beforeLookUp(deps, c, caseId);
    const caller = await authenticate(c.req.header('Authorization'), beforeLookUp).catch(async (error) => {
      if (error instanceof ApiError && UNKNOWN.has(error.code)) await rateLimit.failure(deps, c);
      throw error;
    });
    const origin = c.req.header('Origin');
    if (origin !== undefined && caller.kind === 'secret') {
      throw new ApiError('secret_key_in_browser', {
        detail: 'API keys must not be used in a page. Use a session key.',
      });
    }
    if (origin !== undefined && caller.kind === 'session' && !caller.allowedOrigins.includes(origin)) {
      c.set('caller', caller);
      await rateLimit.call(deps, c, 'read');
      throw new ApiError('origin_not_allowed', {
        detail: 'The session key does not allow this origin. Add it to allowedOrigins.',
      });
    }
    c.set('caller', caller);
    await next();
  };
}

function hasKey(url: string): boolean {
  const query = url.indexOf('?');
  return query !== -1 && /idvs?(_|%5f)(live|test)(_|%5f)[0-9a-z]/i.test(url.slice(query));
}
