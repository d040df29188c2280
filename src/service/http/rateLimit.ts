import ipaddr from 'ipaddr.js';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from '../ApiError.ts';
import type { Deps } from '../deps.ts';
import type { BucketKey, RateLimitPolicy, RateLimitState } from '../limits/rateLimiter.ts';
import type { HttpContext } from './env.ts';

type Limiting = Pick<Deps, 'config' | 'rateLimits'>;

/** Counts requests, and refuses those beyond the limits. Either way the answer carries the headers that say so. */
export const rateLimit = {
  /**
   * Counts a call: one of a back end for the account in that mode; one of a page for its session key, its case, the
   * address that it comes from, and all pages together, so that no visitor takes anything from a back end.
   * @throws {ApiError} `rate_limited`
   */
  call: async (deps: Limiting, c: HttpContext, bucket: Endpoint['bucket']): Promise<void> => {
    const caller = c.get('caller');
    if (caller.kind === 'secret') {
      settle(c, [await deps.rateLimits.take(bucket, caller.mode)]);
      return;
    }
    const draws: BucketKey[] = [
      ['session', caller.keyId],
      ['case', caller.caseId],
      ['address', clientAddress(deps, c)],
      ['pages', 'all'],
    ];
    await deps.rateLimits.prefetch(draws);
    const drawn: (RateLimitState | null)[] = [];
    for (const draw of draws) {
      const state = await deps.rateLimits.take(...draw);
      drawn.push(state);
      if (state?.allowed === false) break;
    }
    settle(c, drawn, OF_A_PAGE);
  },

  /**
   * Counts a call without a key, for the address that it comes from and all pages together.
   * @throws {ApiError} `rate_limited`, also where too many secrets from the same address were refused.
   */
  open: async (deps: Limiting, c: HttpContext): Promise<void> => {
    rateLimit.beforeLookUp(deps, c, '');
    const draws: BucketKey[] = [
      ['address', clientAddress(deps, c)],
      ['pages', 'all'],
    ];
    await deps.rateLimits.prefetch(draws);
    settle(
      c,
      [await deps.rateLimits.take(...draws[0]!), await deps.rateLimits.take(...draws[1]!)],
      OF_A_PAGE,
    );
  },

  /**
   * Refuses a key before it is looked up, since a look-up costs more than a refusal: an unknown one where too many from the
   * same address were refused, and that of a page whose case has used up its calls.
   * @param caseId empty for a key that this node has not seen to be good.
   * @throws {ApiError} `rate_limited`
   */
  beforeLookUp: (deps: Limiting, c: HttpContext, caseId: string): void => {
    const state = caseId
      ? deps.rateLimits.peek('case', caseId)
      : deps.rateLimits.peek('auth', clientAddress(deps, c));
    if (state?.allowed === false) settle(c, [state]);
  },

  /**
   * Counts a reading of the description, which is large and needs no key, for the address that it came from.
   * @throws {ApiError} `rate_limited`
   */
  description: async (deps: Limiting, c: HttpContext): Promise<void> => {
    settle(c, [await deps.rateLimits.take('openapi', clientAddress(deps, c))]);
  },

  /**
   * Counts a key that was refused, for the address that it came from. Only failures count, and only they are refused.
   * @throws {ApiError} `rate_limited`
   */
  failure: async (deps: Limiting, c: HttpContext): Promise<void> => {
    settle(c, [await deps.rateLimits.take('auth', clientAddress(deps, c))]);
  },
};

/** The address of a client, as limits count it. */
export function clientAddress({ config }: Limiting, c: HttpContext): string {
  const remote = c.env.incoming.socket.remoteAddress;
  return rateLimitAddress(remote, c.req.header('X-Forwarded-For'), config.trustProxy);
}

/** The limits that a page sees while it is not refused. Shared limits would reveal the activity of others. */
const OF_A_PAGE: readonly RateLimitPolicy[] = ['session', 'case'];

/** @param told the limits to report in the headers; absent: all. A limit that refuses is always reported. */
function settle(
  c: HttpContext,
  drawn: (RateLimitState | null)[],
  told: readonly RateLimitPolicy[] | null = null,
): void {
  const states = drawn.filter((state) => state !== null);
  const isTold = ({ policy, allowed }: RateLimitState) => !allowed || !told || told.includes(policy);
  c.set('rateLimit', rateLimitHeaders(states.filter(isTold)));
  if (states.every(({ allowed }) => allowed)) return;
  throw new ApiError('rate_limited', {
    detail: 'The rate limit is reached. Retry after the number of seconds in Retry-After.',
  });
}

/**
 * The client address to which refused keys are counted. For IPv6 the first 64 bits, because a client usually
 * controls all addresses of such a prefix.
 * @param remote the other end of the connection.
 * @param forwardedFor the header `X-Forwarded-For`, to which each proxy adds at the end whom it heard from.
 * @param trustProxy how many proxies in front to believe.
 */
export function rateLimitAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: number,
): string {
  const hops = [...(forwardedFor?.split(',').map((hop) => hop.trim()) ?? []), remote ?? ''];
  const address = hops[Math.max(0, hops.length - 1 - trustProxy)]!;
  return ipaddr.isValid(address) ? network(ipaddr.process(address)) : address;
}

/** IPv4-mapped IPv6 addresses count as IPv4. */
function network(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/**
 * The headers that tell a caller of the buckets it drew from: `RateLimit-Policy` with quota and window,
 * `RateLimit` with what remains and the seconds until it is all there again, and `Retry-After` on a refusal.
 * @see draft-ietf-httpapi-ratelimit-headers-10
 */
export function rateLimitHeaders(states: readonly RateLimitState[]): Record<string, string> {
  if (states.length === 0) return {};
  const retryAfter = Math.max(...states.map((state) => state.retryAfterSeconds));
  return {
    'RateLimit-Policy': states
      .map((state) => `"${state.policy}";q=${state.quota};w=${state.windowSeconds}`)
      .join(', '),
    RateLimit: states
      .map((state) => `"${state.policy}";r=${state.remaining};t=${state.resetSeconds}`)
      .join(', '),
    ...(retryAfter > 0 && { 'Retry-After': String(retryAfter) }),
  };
}
