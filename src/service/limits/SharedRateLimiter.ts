import {
  type BucketKey,
  type RateLimiter,
  type RateLimitState,
  type ScaledQuota,
  scaledQuota,
  stateOf,
} from './rateLimiter.ts';

/** Tokens that a process requests from a shared bucket; it may get fewer. */
export interface RequestedTokens {
  name: string;
  quota: number;
  perSecond: number;
  wanted: number;
}

/** The leased tokens, and the tokens left in the bucket. */
export interface GrantedTokens {
  name: string;
  lent: number;
  tokens: number;
}

interface Options {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Multiplies every quota; 0 turns limiting off. */
  scale: number;
  /** Queries the shared buckets in one round trip. */
  lend: (asked: readonly RequestedTokens[]) => Promise<GrantedTokens[]>;
}

/** The last known state of a shared bucket, and the tokens that this process holds. */
interface TokenLease {
  tokens: number;
  /** The tokens of the bucket at `at`, the time of the last query; leased tokens may be used until `until`. */
  shared: number;
  at: number;
  until: number;
}

/** Maximum share of a quota leased by one process, and the minimum duration of a lease. */
const SHARE = 10;
const HOLD_MS = 5000;
const MAX_LEASES = 100_000;

/**
 * Token buckets shared by all processes of a database. A process leases a few tokens at a time and renews before they
 * run out, so that a call seldom waits. It also caches that a bucket is empty. Together, the processes admit the quota,
 * plus at most a tenth of it for each process with tokens left from before.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #options: Options;
  readonly #leases = new Map<string, TokenLease>();
  /** The requests of the next round trip, with their callers. */
  #pending = new Map<string, RequestedTokens>();
  #next: Promise<void> | null = null;
  #round: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  async prefetch(draws: readonly BucketKey[]): Promise<void> {
    if (this.#options.scale === 0) return;
    const cold = draws
      .map((draw) => this.#bucket(draw))
      .filter(({ lease }) => lease.tokens < 1 && !isEmpty(lease));
    if (cold.length > 0) await Promise.all(cold.map(({ name, quota }) => this.#borrow(name, quota)));
  }

  async take(...draw: BucketKey): Promise<RateLimitState | null> {
    if (this.#options.scale === 0) return null;
    for (;;) {
      const { name, quota, lease } = this.#bucket(draw);
      if (lease.tokens >= 1) {
        this.#keep(name, { ...lease, tokens: lease.tokens - 1 });
        if (lease.tokens - 1 < shareOf(quota) / 2 && lease.shared >= 1)
          // In advance: if it fails, the call that needs the tokens asks again, and reports the failure.
          this.#borrow(name, quota).catch(() => {});
        return stateOf(draw[0], quota, lease.tokens + lease.shared, 1);
      }
      if (isEmpty(lease)) return stateOf(draw[0], quota, lease.shared, 1);
      await this.#borrow(name, quota);
    }
  }

  peek(...draw: BucketKey): RateLimitState | null {
    if (this.#options.scale === 0) return null;
    const { quota, lease } = this.#bucket(draw);
    return stateOf(draw[0], quota, lease.tokens + lease.shared, 0);
  }

  /** The expected current state of a bucket, as far as this process knows. */
  #bucket([policy, holder]: BucketKey): { name: string; quota: ScaledQuota; lease: TokenLease } {
    const name = `${policy}:${holder}`;
    const quota = scaledQuota(policy, this.#options.scale);
    const now = this.#options.now();
    const lease = this.#leases.get(name);
    if (!lease) return { name, quota, lease: { tokens: 0, shared: quota.quota, at: now, until: now } };
    const seconds = Math.max(0, now - lease.at) / 1000;
    const shared = Math.min(quota.quota, lease.shared + seconds * quota.perSecond);
    const tokens = now <= lease.until ? lease.tokens : 0;
    return { name, quota, lease: { tokens, shared, at: Math.max(now, lease.at), until: lease.until } };
  }

  /** Requests tokens with the next round trip. Only one is in progress; requests made meanwhile are combined. */
  #borrow(name: string, quota: ScaledQuota): Promise<void> {
    this.#pending.set(name, { name, quota: quota.quota, perSecond: quota.perSecond, wanted: shareOf(quota) });
    this.#next ??= this.#round
      .catch(() => {}) // reported to those who waited for that round
      .then(() => {
        const requests = this.#pending;
        [this.#pending, this.#next] = [new Map(), null];
        this.#round = this.#query(requests);
        return this.#round;
      });
    return this.#next;
  }

  async #query(requests: ReadonlyMap<string, RequestedTokens>): Promise<void> {
    for (const { name, lent, tokens } of await this.#options.lend([...requests.values()])) {
      const now = this.#options.now();
      const lease = this.#leases.get(name);
      const remaining = lease && now <= lease.until ? lease.tokens : 0;
      this.#keep(name, { tokens: remaining + lent, shared: tokens, at: now, until: now + HOLD_MS });
    }
  }

  /** Moves the lease to the end of the map, which is ordered by last use. */
  #keep(name: string, lease: TokenLease): void {
    this.#leases.delete(name);
    this.#leases.set(name, lease);
    if (this.#leases.size > MAX_LEASES) this.#leases.delete(this.#leases.keys().next().value as string);
  }
}

/** Other processes can only have taken tokens since. */
function isEmpty({ shared }: TokenLease): boolean {
  return shared < 1;
}

function shareOf({ quota }: ScaledQuota): number {
  return Math.ceil(quota / SHARE);
}
