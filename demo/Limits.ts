import type { Origin } from './networkOf.ts';

/** The limited actions of visitors: create a case, send pictures, keep a stream open. */
export type Kind = 'cases' | 'pictures' | 'streams';

/** Limits of an address, of a network, and of all together. A network cannot use up the total. */
type Bounds = Record<'address' | 'network' | 'all', number>;

/** Cases and uploads per hour; simultaneous streams. */
const BOUNDS: Record<Kind, Bounds> = {
  cases: { address: 60, network: 300, all: 3_000 },
  pictures: { address: 240, network: 1_200, all: 12_000 },
  streams: { address: 24, network: 200, all: 2_000 },
};

const HOUR_MS = 3_600_000;

/** Counts per address, per network and in total, in windows of an hour. */
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

  /** Consumes one of a kind. @returns the seconds until the next try; 0 if it was consumed. */
  consume(kind: Kind, origin: Origin): number {
    this.#renew();
    const counters = countersOf(kind, origin);
    const isOver = ({ key, bound }: Counter) => this.#count(key) >= bound * this.#scale;
    if (counters.some(isOver))
      return kind === 'streams' ? 30 : Math.ceil((this.#windowEnds - this.#now()) / 1000);
    for (const { key } of counters) this.#used.set(key, this.#count(key) + 1);
    return 0;
  }

  /** Gives one back: a stream that has ended, or a case that was not created. */
  release(kind: Kind, origin: Origin): void {
    for (const { key } of countersOf(kind, origin)) {
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

interface Counter {
  key: string;
  bound: number;
}

function countersOf(kind: Kind, { address, network }: Origin): Counter[] {
  const bounds = BOUNDS[kind];
  return [
    { key: `${kind} address ${address}`, bound: bounds.address },
    { key: `${kind} network ${network}`, bound: bounds.network },
    { key: kind, bound: bounds.all },
  ];
}
