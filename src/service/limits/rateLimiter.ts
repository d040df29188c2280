/** Calls of a bucket per window, in seconds. The whole quota may be used in one burst. */
interface Quota {
  quota: number;
  windowSeconds: number;
}

/**
 * The documented limits, before scaling. Back ends use `read`, `write`, `aml` and `selfie`, per account and mode; pages
 * use `session`, `case`, `address`, `network` and `pages`; refused keys `auth`; readers of the API description `openapi`;
 * every other request without a key `open`, or `desk` with a cookie of the desk. A network of addresses has a fifth of
 * `pages`, so that none can use it up.
 */
const quotas = {
  read: { quota: 100, windowSeconds: 1 },
  write: { quota: 25, windowSeconds: 1 },
  aml: { quota: 10, windowSeconds: 1 },
  selfie: { quota: 5, windowSeconds: 1 },
  session: { quota: 60, windowSeconds: 60 },
  case: { quota: 60, windowSeconds: 60 },
  address: { quota: 300, windowSeconds: 60 },
  network: { quota: 100, windowSeconds: 1 },
  pages: { quota: 500, windowSeconds: 1 },
  auth: { quota: 20, windowSeconds: 60 },
  openapi: { quota: 600, windowSeconds: 60 },
  open: { quota: 1200, windowSeconds: 60 },
  desk: { quota: 6000, windowSeconds: 60 },
} as const satisfies Record<string, Quota>;

export type RateLimitPolicy = keyof typeof quotas;

/** A bucket: the policy and its holder, which is a mode, the id of a session key, or an address. */
export type BucketKey = readonly [policy: RateLimitPolicy, holder: string];

/** The state of a bucket after a call. */
export interface RateLimitState {
  policy: RateLimitPolicy;
  /** The scaled quota per window. */
  quota: number;
  windowSeconds: number;
  allowed: boolean;
  /** Whole calls that are allowed immediately. */
  remaining: number;
  /** Whole seconds until the bucket is full again. */
  resetSeconds: number;
  /** Whole seconds until the next call is allowed; 0 if it is now. */
  retryAfterSeconds: number;
}

/** Counts calls: in the memory of this process, or for all processes of a database. */
export interface RateLimiter {
  /** Fetches the tokens that `take` would wait for, for several buckets at once. */
  prefetch(draws: readonly BucketKey[]): Promise<void> | undefined;
  /** Takes one token. @returns `null` if limiting is off. */
  take(...draw: BucketKey): RateLimitState | null | Promise<RateLimitState | null>;
  /** The result that `take` would have, as far as known to this process, without taking a token. */
  peek(...draw: BucketKey): RateLimitState | null;
}

export interface ScaledQuota extends Quota {
  perSecond: number;
}

/** At least one call is allowed at any scale. */
export function scaledQuota(policy: RateLimitPolicy, scale: number): ScaledQuota {
  const { windowSeconds } = quotas[policy];
  const quota = Math.max(1, Math.floor(quotas[policy].quota * scale));
  return { quota, windowSeconds, perSecond: quota / windowSeconds };
}

/** The state of a bucket with this many tokens after a call that takes `count` of them. */
export function stateOf(
  policy: RateLimitPolicy,
  { quota, windowSeconds, perSecond }: ScaledQuota,
  tokens: number,
  count: 0 | 1,
): RateLimitState {
  const allowed = tokens >= 1;
  const left = Math.min(quota, allowed ? tokens - count : tokens);
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
