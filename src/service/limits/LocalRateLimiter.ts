import {
  type BucketKey,
  type RateLimiter,
  type RateLimitState,
  scaledQuota,
  stateOf,
} from './rateLimiter.ts';

interface Bucket {
  tokens: number;
  at: number;
}

const MAX_BUCKETS = 100_000;

/**
 * Token buckets in the memory of the only process of a database. At most 100,000 buckets; the least recently used one
 * is dropped first.
 */
export class LocalRateLimiter implements RateLimiter {
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;
  readonly #scale: number;
  readonly #maxBuckets: number;

  /**
   * @param now milliseconds since 1970.
   * @param scale multiplies every quota; 0 turns limiting off.
   */
  constructor(now: () => number, scale: number, maxBuckets = MAX_BUCKETS) {
    this.#now = now;
    this.#scale = scale;
    this.#maxBuckets = maxBuckets;
  }

  /** Number of buckets. */
  get size(): number {
    return this.#buckets.size;
  }

  prefetch(): undefined {}

  take(...draw: BucketKey): RateLimitState | null {
    return this.#draw(draw, 1);
  }

  peek(...draw: BucketKey): RateLimitState | null {
    return this.#draw(draw, 0);
  }

  #draw([policy, holder]: BucketKey, count: 0 | 1): RateLimitState | null {
    if (this.#scale === 0) return null;
    const quota = scaledQuota(policy, this.#scale);
    const tokens = this.#refilled(`${policy}:${holder}`, quota.quota, quota.perSecond);
    if (count > 0) this.#keep(`${policy}:${holder}`, tokens >= 1 ? tokens - count : tokens);
    return stateOf(policy, quota, tokens, count);
  }

  #refilled(name: string, quota: number, perSecond: number): number {
    const bucket = this.#buckets.get(name);
    if (!bucket) return quota;
    const seconds = Math.max(0, this.#now() - bucket.at) / 1000;
    return Math.min(quota, bucket.tokens + seconds * perSecond);
  }

  /** Moves the bucket to the end of the map, which is ordered by last use. */
  #keep(name: string, tokens: number): void {
    this.#buckets.delete(name);
    this.#buckets.set(name, { tokens, at: this.#now() });
    if (this.#buckets.size > this.#maxBuckets) {
      this.#buckets.delete(this.#buckets.keys().next().value as string);
    }
  }
}
