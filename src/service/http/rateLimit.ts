import type { Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from '../apiError.ts';
import type { Deps } from '../deps.ts';
import type { Draw, RateLimitPolicy, RateLimitState } from '../limits/Limits.ts';
import type { Context } from './env.ts';
import { rateLimitAddress } from './rateLimitAddress.ts';
import { rateLimitHeaders } from './rateLimitHeaders.ts';

type Limiting = Pick<Deps, 'config' | 'rateLimits'>;

/** Counts requests, and refuses those beyond the limits. Either way the answer carries the headers that say so. */
export const rateLimit = {
  /**
   * Counts a call: one of a back end for the account in that mode; one of a page for its session key, its case, the
   * address that it comes from, and all pages together, so that no visitor takes anything from a back end.
   * @throws {ApiError} `rate_limited`
   */
  call: async (deps: Limiting, c: Context, bucket: Endpoint['bucket']): Promise<void> => {
    const caller = c.get('caller');
    if (caller.kind === 'secret') {
      settle(c, [await deps.rateLimits.take(bucket, caller.mode)]);
      return;
    }
    const draws: Draw[] = [
      ['session', caller.keyId],
      ['case', caller.caseId],
      ['address', addressOf(deps, c)],
      ['pages', 'all'],
    ];
    await deps.rateLimits.warm(draws);
    const drawn: (RateLimitState | null)[] = [];
    for (const draw of draws) {
      const state = await deps.rateLimits.take(...draw);
      drawn.push(state);
      if (state?.allowed === false) break;
    }
    settle(c, drawn, OF_A_PAGE);
  },

  /**
   * Refuses a key before it is looked up, since a look-up costs more than a refusal: an unknown one where too many from the
   * same address were refused, and that of a page whose case has used up its calls.
   * @param caseId empty for a key that this node has not seen to be good.
   * @throws {ApiError} `rate_limited`
   */
  beforeLookUp: (deps: Limiting, c: Context, caseId: string): void => {
    const state = caseId
      ? deps.rateLimits.peek('case', caseId)
      : deps.rateLimits.peek('auth', addressOf(deps, c));
    if (state?.allowed === false) settle(c, [state]);
  },

  /**
   * Counts a reading of the description, which is large and needs no key, for the address that it came from.
   * @throws {ApiError} `rate_limited`
   */
  description: async (deps: Limiting, c: Context): Promise<void> => {
    settle(c, [await deps.rateLimits.take('openapi', addressOf(deps, c))]);
  },

  /**
   * Counts a key that was refused, for the address that it came from. Only failures count, and only they are refused.
   * @throws {ApiError} `rate_limited`
   */
  failure: async (deps: Limiting, c: Context): Promise<void> => {
    settle(c, [await deps.rateLimits.take('auth', addressOf(deps, c))]);
  },
};

function addressOf({ config }: Limiting, c: Context): string {
  const remote = c.env.incoming.socket.remoteAddress;
  return rateLimitAddress(remote, c.req.header('X-Forwarded-For'), config.trustProxy);
}

/** What a page is told of as long as it is let through: the rest is what others do, and none of its business. */
const OF_A_PAGE: readonly RateLimitPolicy[] = ['session', 'case'];

/** @param told absent: all. What refuses is told in any case. */
function settle(
  c: Context,
  drawn: (RateLimitState | null)[],
  told: readonly RateLimitPolicy[] | null = null,
): void {
  const states = drawn.filter((state) => state !== null);
  const isTold = ({ policy, allowed }: RateLimitState) => !allowed || !told || told.includes(policy);
  c.set('rateLimit', rateLimitHeaders(states.filter(isTold)));
  if (states.every(({ allowed }) => allowed)) return;
  throw new ApiError('rate_limited', { detail: 'Wait for as many seconds as Retry-After says.' });
}
