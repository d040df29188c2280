/** How many calls a bucket takes per window of seconds. The whole quota may come as one burst. */
interface Quota {
  quota: number;
  windowSeconds: number;
}

/**
 * The documented limits, before scaling. Back ends draw on `read`, `write`, `aml` and `selfie`, per account and mode;
 * pages on `session`, `case`, `address` and `pages`; refused keys on `auth`.
 */
export const quotas = {
  read: { quota: 100, windowSeconds: 1 },
  write: { quota: 25, windowSeconds: 1 },
  aml: { quota: 10, windowSeconds: 1 },
  selfie: { quota: 5, windowSeconds: 1 },
  session: { quota: 60, windowSeconds: 60 },
  case: { quota: 60, windowSeconds: 60 },
  address: { quota: 300, windowSeconds: 60 },
  pages: { quota: 500, windowSeconds: 1 },
  auth: { quota: 20, windowSeconds: 60 },
} as const satisfies Record<string, Quota>;

export type RateLimitPolicy = keyof typeof quotas;

/** What one bucket says to one call. */
export interface RateLimitState {
  policy: RateLimitPolicy;
  /** The scaled quota per window. */
  quota: number;
  windowSeconds: number;
  allowed: boolean;
  /** Whole calls that may follow at once. */
  remaining: number;
  /** Whole seconds until the bucket is full again. */
  resetSeconds: number;
  /** Whole seconds until the next call is allowed; 0 if it is now. */
  retryAfterSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MAX_BUCKETS = 100_000;

/**
 * Token buckets in the memory of this process: several processes that share a database each count for
 * themselves. At most 100,000 buckets are kept; the one that was used longest ago goes first.
 */
export class RateLimits {
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

  /** How many buckets are held. */
  get size(): number {
    return this.#buckets.size;
  }

  /**
   * Takes one token.
   * @param holder who is counted: the mode, the id of a session key, or an address.
   * @returns `null` if limiting is off.
   */
  take(policy: RateLimitPolicy, holder: string): RateLimitState | null {
    return this.#draw(policy, holder, 1);
  }

  /** What `take` would say, without a token being taken. */
  peek(policy: RateLimitPolicy, holder: string): RateLimitState | null {
    return this.#draw(policy, holder, 0);
  }

  #draw(policy: RateLimitPolicy, holder: string, count: 0 | 1): RateLimitState | null {
    if (this.#scale === 0) return null;
    const { windowSeconds } = quotas[policy];
    const quota = Math.max(1, Math.floor(quotas[policy].quota * this.#scale));
    const perSecond = quota / windowSeconds;
    const tokens = this.#refilled(`${policy}:${holder}`, quota, perSecond);
    const allowed = tokens >= 1;
    const left = allowed ? tokens - count : tokens;
    if (count > 0) this.#keep(`${policy}:${holder}`, left);
    return {
      policy,
      quota,
      windowSeconds,
      allowed,
      remaining: Math.floor(left),
      resetSeconds: Math.ceil((quota - left) / perSecond),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond)),
    };
  }

  #refilled(name: string, quota: number, perSecond: number): number {
    const bucket = this.#buckets.get(name);
    if (!bucket) return quota;
    const seconds = Math.max(0, this.#now() - bucket.at) / 1000;
    return Math.min(quota, bucket.tokens + seconds * perSecond);
  }

  /** Puts the bucket at the end of the map, whose order is thereby that of last use. */
  #keep(name: string, tokens: number): void {
    this.#buckets.delete(name);
    this.#buckets.set(name, { tokens, at: this.#now() });
    if (this.#buckets.size > this.#maxBuckets) {
      this.#buckets.delete(this.#buckets.keys().next().value as string);
    }
  }
}
