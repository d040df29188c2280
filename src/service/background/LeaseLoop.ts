import { setImmediate as nextTurn } from 'node:timers/promises';
import { every, type Repeated } from '../every.ts';
import { errorForLog, type Log } from '../log.ts';

/** Duration of a lease. The work of a dead node is taken over after this time plus one poll. */
export const LEASE_MS = 10_000;
/** Interval at which a live node renews its leases. */
const HEARTBEAT_MS = 3000;
/** Polling interval without a wake-up signal. */
const POLL_MS = 1000;
/** Polling interval if no other process can add work and no known work is due. */
const SINGLE_PROCESS_POLL_MS = 60_000;
/** Minimum time between two polls: another node may briefly lock a due row. */
const MIN_POLL_MS = 10;

/** Work that is leased in the database and done in this process. */
export interface LeasedWork<Work> {
  name: string;
  /** Maximum concurrent work in this process. */
  concurrency: number;
  /** Leases due work, at most `free` items. */
  claim(free: number): Promise<Work[]>;
  /** @param signal aborts the work. Rejects only if the work could not be released. */
  run(work: Work, signal: AbortSignal): Promise<void>;
  /** Extends the leases of running work. */
  renew(work: readonly Work[]): Promise<void>;
  /** The time at which the next work is due if none is added; absent: unknown. */
  nextDue?(): Promise<Date | null>;
  clock(): Date;
  /** Whether all work is added by this process, which wakes the loop. */
  isAlone: boolean;
  /**
   * Called at the end of an item.
   * @returns whether that frees a slot that other work waits for; absent: always.
   */
  onEnd?(work: Work): boolean;
}

/**
 * Leases work, runs it, and renews the leases. Polls when woken, when work ends, when more is due, and once a second if
 * other processes may have added work.
 */
export class LeaseLoop<Work> {
  readonly #source: LeasedWork<Work>;
  readonly #log: Log;
  readonly #cutOff = new AbortController();
  readonly #underWay = new Map<Work, Promise<void>>();
  readonly #beat: Repeated;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | null = null;
  #pollsAgain = false;
  #isStopped = false;
  /** Due time of the next work known at the last poll, and the monotonic time of that poll. */
  #known = { due: 0, at: 0 };

  constructor(source: LeasedWork<Work>, log: Log) {
    this.#source = source;
    this.#log = log;
    // A renewal that hangs must not hold up the next one.
    const name = `renewal of ${source.name}`;
    this.#beat = every(HEARTBEAT_MS, () => this.#renew(), { name, log, overlaps: true });
  }

  /** Polls now, or again after the poll in progress. */
  poll(): void {
    if (this.#isStopped) return;
    this.#pollsAgain = this.#round !== null;
    this.#round ??= this.#claim().finally(() => {
      this.#round = null;
      if (this.#pollsAgain) this.poll();
    });
  }

  /**
   * Runs all due work.
   * @returns whether there was any.
   */
  async drain(): Promise<boolean> {
    for (let didWork = false; ; didWork = true) {
      this.poll();
      while (this.#round) await this.#round;
      if (this.#underWay.size === 0) return didWork;
      await Promise.all(this.#underWay.values());
    }
  }

  /** Claims no more work and waits for running work; aborts it after `drainMs`. */
  async stop(drainMs: number): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#round;
    const timer = setTimeout(() => this.#cutOff.abort(), drainMs);
    await Promise.all(this.#underWay.values());
    clearTimeout(timer);
    await this.#beat.stop();
  }

  async #claim(): Promise<void> {
    clearTimeout(this.#timer);
    this.#known = { due: 0, at: performance.now() };
    try {
      const free = this.#source.concurrency - this.#underWay.size;
      const claimed = free > 0 ? await this.#source.claim(free) : [];
      for (const work of claimed) this.#start(work);
      if (claimed.length < free) this.#known.due = await this.#nextDue();
    } catch (error) {
      this.#log.error('not claimed', { queue: this.#source.name, ...errorForLog(error) });
    }
    this.#pollLater();
  }

  /** @returns a time of the clock in milliseconds; 0 if unknown. */
  async #nextDue(): Promise<number> {
    if (!this.#source.nextDue) return 0;
    return (await this.#source.nextDue())?.getTime() ?? Number.POSITIVE_INFINITY;
  }

  #pollLater(): void {
    if (this.#isStopped) return;
    const wait = this.#known.due ? this.#known.due - this.#source.clock().getTime() : POLL_MS;
    this.#timer = setTimeout(() => this.#poll(), Math.min(POLL_MS, Math.max(MIN_POLL_MS, wait)));
  }

  /**
   * With the embedded database, a poll costs more than everything else in an idle process: only the clock is checked.
   */
  #poll(): void {
    const isDue = this.#source.clock().getTime() >= this.#known.due;
    const isLongAgo = performance.now() - this.#known.at >= SINGLE_PROCESS_POLL_MS;
    if (!this.#source.isAlone || isDue || isLongAgo) this.poll();
    else this.#pollLater();
  }

  #start(work: Work): void {
    const finished = nextTurn()
      // The embedded database answers without returning to the event loop: without this, requests would wait for all
      // work.
      .then(() => this.#source.run(work, this.#cutOff.signal))
      .catch((error) =>
        this.#log.error('work not released', { queue: this.#source.name, ...errorForLog(error) }),
      )
      .finally(() => {
        const wasFull = this.#underWay.size >= this.#source.concurrency;
        const hasRoom = (this.#source.onEnd?.(work) ?? true) || wasFull;
        this.#underWay.delete(work);
        if (hasRoom) this.poll();
      });
    this.#underWay.set(work, finished);
  }

  async #renew(): Promise<void> {
    if (this.#underWay.size === 0) return;
    await this.#source.renew([...this.#underWay.keys()]);
  }
}
