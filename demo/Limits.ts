/** The limited actions of visitors: create a case, send pictures, keep a stream open. */
export type Kind = 'cases' | 'pictures' | 'streams';

interface Bounds {
  /** Limits per address, and for all addresses together. */
  each: number;
  all: number;
}

/** Cases and uploads per hour; simultaneous streams. */
const BOUNDS: Record<Kind, Bounds> = {
  cases: { each: 60, all: 3_000 },
  pictures: { each: 240, all: 6_000 },
  streams: { each: 24, all: 2_000 },
};

const HOUR_MS = 3_600_000;

/** Counts per address and in total, in windows of an hour. */
export class Limits {
  readonly #scale: number;
  readonly #now: () => number;
  readonly #used = new Map<string, number>();
  #windowEnds = 0;

  /** @param scale multiplies every bound. */
  constructor({ scale = 1, now = Date.now }: { scale?: number; now?: () => number } = {}) {
    this.#scale = scale;
    this.#now = now;
  }

  /** Consumes one of a kind for an address. @returns the seconds until the next try; 0 if it was consumed. */
  consume(kind: Kind, address: string): number {
    this.#renew();
    const { each, all } = BOUNDS[kind];
    const ofAddress = this.#count(`${kind} ${address}`);
    const total = this.#count(kind);
    if (ofAddress >= each * this.#scale || total >= all * this.#scale) {
      return kind === 'streams' ? 30 : Math.ceil((this.#windowEnds - this.#now()) / 1000);
    }
    this.#used.set(`${kind} ${address}`, ofAddress + 1);
    this.#used.set(kind, total + 1);
    return 0;
  }

  /** Releases a stream that has ended. */
  release(kind: 'streams', address: string): void {
    for (const key of [`${kind} ${address}`, kind]) {
      const remaining = this.#count(key) - 1;
      if (remaining > 0) this.#used.set(key, remaining);
      else this.#used.delete(key);
    }
  }

  #count(key: string): number {
    return this.#used.get(key) ?? 0;
  }

  /** Starts a new hour with zero counts. Open streams remain counted. */
  #renew(): void {
    if (this.#now() < this.#windowEnds) return;
    this.#windowEnds = this.#now() + HOUR_MS;
    for (const key of this.#used.keys()) if (!key.startsWith('streams')) this.#used.delete(key);
  }
}
