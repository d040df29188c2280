import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorForLog, type Log } from '../log.ts';

/** How long a claim holds; the work of a node that died is taken over after this and one poll. */
export const LEASE_MS = 10_000;
/** How often a live node extends its claims. */
const HEARTBEAT_MS = 3000;
/** How often to poll without being woken. */
const POLL_MS = 1000;
/** How often to poll where no other process can add work and no known work is due. */
const SINGLE_PROCESS_POLL_MS = 60_000;
/** Shortest time between two polls: a due row may be locked by another node for a moment. */
const MIN_POLL_MS = 10;

/** Work that is claimed for a time in the database, and done in this process. */
export interface LeasedWork<Work> {
  name: string;
  /** How much may be under way at once in this process. */
  concurrency: number;
  /** Claims due work, `free` pieces at most. */
  claim(free: number): Promise<Work[]>;
  /** @param signal says that it is to be cut off. Rejects only if it could not even be given back. */
  run(work: Work, signal: AbortSignal): Promise<void>;
  /** Extends the leases of running work. */
  renew(work: readonly Work[]): Promise<void>;
  /** The time at which the next work is due if none is added; absent: unknown. */
  nextDue?(): Promise<Date | null>;
  clock(): Date;
  /** Whether all work is added by this process, which wakes the loop. */
  isAlone: boolean;
  /** Called at the end of a piece. @returns whether that frees a slot that other work waits for; absent: always. */
  onEnd?(work: Work): boolean;
}

/**
 * Claims work, does it, and shows meanwhile that it lives. Polls when it is woken, when work ends, when more is due,
 * and once a second where other processes may have added some.
 */
export class LeaseLoop<Work> {
  readonly #source: LeasedWork<Work>;
  readonly #log: Log;
  readonly #cutOff = new AbortController();
  readonly #underWay = new Map<Work, Promise<void>>();
  readonly #beat: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | null = null;
  #pollsAgain = false;
  #isStopped = false;
  /** When the next work known at the last poll is due, and the monotonic time of that poll. */
  #known = { due: 0, at: 0 };

  constructor(source: LeasedWork<Work>, log: Log) {
    this.#source = source;
    this.#log = log;
    this.#beat = setInterval(() => void this.#renew(), HEARTBEAT_MS);
  }

  /** Polls at once, or once more after the poll that is under way. */
  poll(): void {
    if (this.#isStopped) return;
    this.#pollsAgain = this.#round !== null;
    this.#round ??= this.#claim().finally(() => {
      this.#round = null;
      if (this.#pollsAgain) this.poll();
    });
  }

  /** Does all that is due by now. @returns whether there was anything. */
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
    clearInterval(this.#beat);
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
      this.#log.error('not claimed', { lane: this.#source.name, ...errorForLog(error) });
    }
    this.#pollLater();
  }

  /** @returns a time of the clock in milliseconds; 0 where that is unknown. */
  async #nextDue(): Promise<number> {
    if (!this.#source.nextDue) return 0;
    return (await this.#source.nextDue())?.getTime() ?? Number.POSITIVE_INFINITY;
  }

  #pollLater(): void {
    if (this.#isStopped) return;
    const wait = this.#known.due ? this.#known.due - this.#source.clock().getTime() : POLL_MS;
    this.#timer = setTimeout(() => this.#poll(), Math.min(POLL_MS, Math.max(MIN_POLL_MS, wait)));
  }

  /** A poll costs the embedded database more than all else that an idle process does: there only the clock is checked. */
  #poll(): void {
    const isDue = this.#source.clock().getTime() >= this.#known.due;
    const isLongAgo = performance.now() - this.#known.at >= SINGLE_PROCESS_POLL_MS;
    if (!this.#source.isAlone || isDue || isLongAgo) this.poll();
    else this.#pollLater();
  }

  #start(work: Work): void {
    const done = nextTurn()
      // The embedded database answers within one turn of the event loop: requests would wait for all work.
      .then(() => this.#source.run(work, this.#cutOff.signal))
      .catch((error) => this.#log.error('not given back', { lane: this.#source.name, ...errorForLog(error) }))
      .finally(() => {
        const wasFull = this.#underWay.size >= this.#source.concurrency;
        const hasRoom = (this.#source.onEnd?.(work) ?? true) || wasFull;
        this.#underWay.delete(work);
        if (hasRoom) this.poll();
      });
    this.#underWay.set(work, done);
  }

  async #renew(): Promise<void> {
    if (this.#underWay.size === 0) return;
    await this.#source.renew([...this.#underWay.keys()]).catch((error) => {
      this.#log.error('not renewed', { lane: this.#source.name, ...errorForLog(error) });
    });
  }
}
