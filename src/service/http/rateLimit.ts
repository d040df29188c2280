import type { Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from '../apiError.ts';
import type { Deps } from '../deps.ts';
import type { Context } from './env.ts';
import { rateLimitAddress } from './rateLimitAddress.ts';
import { rateLimitHeaders } from './rateLimitHeaders.ts';
import type { RateLimitState } from './rateLimits.ts';

type Limiting = Pick<Deps, 'config' | 'rateLimits'>;

/** Counts requests, and refuses those beyond the limits. Either way the answer carries the headers that say so. */
export const rateLimit = {
  /**
   * Counts a call: for the account in that mode and, from a page, first for its session key.
   * @throws {ApiError} `rate_limited`
   */
  call: ({ rateLimits }: Limiting, c: Context, bucket: Endpoint['bucket']): void => {
    const caller = c.get('caller');
    const session = caller.kind === 'session' ? rateLimits.take('session', caller.keyId) : null;
    const account = session?.allowed === false ? null : rateLimits.take(bucket, caller.mode);
    settle(c, [session, account]);
  },

  /**
   * Counts a key that was refused, for the address that it came from. Only failures count, and only they are refused.
   * @throws {ApiError} `rate_limited`
   */
  failure: ({ rateLimits, config }: Limiting, c: Context): void => {
    const remote = c.env.incoming.socket.remoteAddress;
    const address = rateLimitAddress(remote, c.req.header('X-Forwarded-For'), config.trustProxy);
    settle(c, [rateLimits.take('auth', address)]);
  },
};

function settle(c: Context, drawn: (RateLimitState | null)[]): void {
  const states = drawn.filter((state) => state !== null);
  c.set('rateLimit', rateLimitHeaders(states));
  if (states.every(({ allowed }) => allowed)) return;
  throw new ApiError('rate_limited', { detail: 'Wait for as many seconds as Retry-After says.' });
}
