import ipaddr from 'ipaddr.js';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from '../ApiError.ts';
import type { Deps } from '../deps.ts';
import type { BucketKey, RateLimitPolicy, RateLimitState } from '../limits/rateLimiter.ts';
import type { HttpContext } from './env.ts';

type Limiting = Pick<Deps, 'config' | 'rateLimits'>;

/** Counts requests and refuses those beyond the limits. Both responses carry the rate-limit headers. */
export const rateLimit = {
  /**
   * Counts a call. A back end's call counts for its account and mode; a page's call for its session key, its case, its
   * network address, its network and all pages together, so that pages cannot exhaust the quota of a back end.
   * @throws {ApiError} `rate_limited`
   */
  call: async (deps: Limiting, c: HttpContext, bucket: Endpoint['bucket']): Promise<void> => {
    const caller = c.get('caller');
    if (caller.kind === 'secret') {
      settle(c, [await deps.rateLimits.take(bucket, caller.mode)]);
      return;
    }
    const ofKey: BucketKey[] = [
      ['session', caller.keyId],
      ['case', caller.caseId],
    ];
    settle(c, await takeInTurn(deps, [...ofKey, ...drawsOfPage(deps, c)]), OF_A_PAGE);
  },

  /**
   * Counts a call without a key, for its network address, its network and all pages together.
   * @throws {ApiError} `rate_limited`, also if too many secrets from the same address were refused.
   */
  open: async (deps: Limiting, c: HttpContext): Promise<void> => {
    rateLimit.beforeLookUp(deps, c, '');
    settle(c, await takeInTurn(deps, drawsOfPage(deps, c)), OF_A_PAGE);
  },

  /**
   * Counts a request without a key before anything reads it, for its network address.
   * @throws {ApiError} `rate_limited`
   */
  keyless: async (deps: Limiting, c: HttpContext, bucket: 'open' | 'desk'): Promise<void> => {
    settle(c, [await deps.rateLimits.take(bucket, clientAddress(deps, c))], []);
  },

  /**
   * Refuses a key before the look-up, which costs more than a refusal: an unknown key if too many from the same address
   * were refused, and a page's key if its case has used up its calls.
   * @param caseId empty for a key that this node has not verified.
   * @throws {ApiError} `rate_limited`
   */
  beforeLookUp: (deps: Limiting, c: HttpContext, caseId: string): void => {
    const state = caseId
      ? deps.rateLimits.peek('case', caseId)
      : deps.rateLimits.peek('auth', clientAddress(deps, c));
    if (state?.allowed === false) settle(c, [state]);
  },

  /**
   * Counts a request for the API description, which is large and needs no key, for its network address.
   * @throws {ApiError} `rate_limited`
   */
  description: async (deps: Limiting, c: HttpContext): Promise<void> => {
    settle(c, [await deps.rateLimits.take('openapi', clientAddress(deps, c))]);
  },

  /**
   * Counts a refused key for its network address. Valid keys are neither counted nor refused.
   * @throws {ApiError} `rate_limited`
   */
  failure: async (deps: Limiting, c: HttpContext): Promise<void> => {
    settle(c, [await deps.rateLimits.take('auth', clientAddress(deps, c))]);
  },
};

/** What a call of a page draws on: its address, then its network, then the total. */
function drawsOfPage(deps: Limiting, c: HttpContext): BucketKey[] {
  return [
    ['address', clientAddress(deps, c)],
    ['network', networkAround(addressOf(deps, c))],
    ['pages', 'all'],
  ];
}

/** Takes from each bucket until one is empty: a refused call uses up nothing of those after it. */
async function takeInTurn(
  { rateLimits }: Limiting,
  draws: readonly BucketKey[],
): Promise<(RateLimitState | null)[]> {
  await rateLimits.prefetch(draws);
  const states: (RateLimitState | null)[] = [];
  for (const draw of draws) {
    const state = await rateLimits.take(...draw);
    states.push(state);
    if (state?.allowed === false) break;
  }
  return states;
}

/** The client's address, as counted by rate limits. */
export function clientAddress(deps: Limiting, c: HttpContext): string {
  return rateLimitAddress(addressOf(deps, c));
}

/** The client's whole address: that of the connection, or the one that the trusted proxies state. */
function addressOf({ config }: Limiting, c: HttpContext): string {
  const remote = c.env.incoming.socket.remoteAddress;
  return statedAddress(remote, c.req.header('X-Forwarded-For'), config.trustProxy);
}

/** The limits reported to a page that is not refused. Shared limits would reveal the activity of others. */
const OF_A_PAGE: readonly RateLimitPolicy[] = ['session', 'case'];

/** @param reported the limits to report in the headers; absent: all. A limit that refuses is always reported. */
function settle(
  c: HttpContext,
  buckets: (RateLimitState | null)[],
  reported: readonly RateLimitPolicy[] | null = null,
): void {
  const states = buckets.filter((state) => state !== null);
  const isReported = ({ policy, allowed }: RateLimitState) =>
    !allowed || !reported || reported.includes(policy);
  c.set('rateLimit', rateLimitHeaders(states.filter(isReported)));
  if (states.every(({ allowed }) => allowed)) return;
  throw new ApiError('rate_limited', {
    detail: 'The rate limit is reached. Retry after the number of seconds in Retry-After.',
  });
}

/** Addresses of ten proxies, the most that can be trusted. */
const MAX_FORWARDED = 500;

/**
 * @param remote peer address of the connection.
 * @param forwardedFor the header `X-Forwarded-For`, to which each proxy appends the address of its peer.
 * @param trustProxy number of trusted proxies.
 */
export function statedAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: number,
): string {
  const stated = forwardedFor?.slice(-MAX_FORWARDED).split(',') ?? [];
  const hops = [...stated.map((hop) => hop.trim()), remote ?? ''];
  return hops[Math.max(0, hops.length - 1 - trustProxy)]!;
}

/**
 * The address for which a client is counted. For IPv6 the first 64 bits, because a client usually controls all addresses
 * of such a prefix. IPv4-mapped IPv6 addresses count as IPv4.
 */
export function rateLimitAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : prefix(parsed, 4);
}

/** The network around a client: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address. */
export function networkAround(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? parsed.octets.slice(0, 3).join('.') : prefix(parsed, 3);
}

function prefix({ parts }: ipaddr.IPv6, groups: number): string {
  return parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':');
}

/**
 * The rate-limit headers: `RateLimit-Policy` with quota and window, `RateLimit` with the remaining calls and the
 * seconds until the quota is full again, and `Retry-After` on a refusal.
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
