import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import { rateLimitBuckets } from '../db/store/rateLimitBuckets.ts';
import { LocalRateLimiter } from '../limits/LocalRateLimiter.ts';
import type { RateLimiter, RateLimitPolicy } from '../limits/rateLimiter.ts';
import { SharedRateLimiter } from '../limits/SharedRateLimiter.ts';

/** The rate limiter of this process: in memory with the embedded database, mostly shared by all nodes with PostgreSQL. */
export function nodeLimits({
  config,
  db,
  clock,
  vault,
}: Pick<ServiceContext, 'config' | 'db' | 'clock' | 'vault'>): RateLimiter {
  const now = () => clock().getTime();
  const local = new LocalRateLimiter(now, config.rateLimitScale);
  if (config.databaseUrl === null) return local;
  const shared = new SharedRateLimiter({
    now,
    scale: config.rateLimitScale,
    lend: async (requests) => {
      // The name of a bucket may contain an IP address, so only its hash is stored.
      const marked = requests.map((one) => ({
        ...one,
        name: vault.fingerprint(purposes.rateLimit, one.name),
      }));
      const names = new Map(marked.map(({ name }, index) => [name, requests[index]!.name]));
      const granted = await rateLimitBuckets.lend(db, marked, clock());
      return granted.map((one) => ({ ...one, name: names.get(one.name)! }));
    },
  });
  const limiterOf = (policy: RateLimitPolicy) => (PER_NODE.has(policy) ? local : shared);
  return {
    prefetch: (draws) => shared.prefetch(draws),
    take: (...draw) => limiterOf(draw[0]).take(...draw),
    peek: (...draw) => limiterOf(draw[0]).peek(...draw),
  };
}

/** Limits that protect a node: counted without the database, so that the hosted page's files do not need it. */
const PER_NODE: ReadonlySet<RateLimitPolicy> = new Set<RateLimitPolicy>(['open', 'desk']);
