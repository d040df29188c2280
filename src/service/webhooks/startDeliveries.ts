import { type ClaimedDelivery, deliveries } from '../db/store/deliveries.ts';
import type { Deps } from '../deps.ts';
import { attemptDelivery } from './attemptDelivery.ts';

/** How many attempts to one endpoint may be under way in this process. */
const PER_ENDPOINT = 4;
/** Longer than any attempt, so that nobody else makes one that is under way. */
const LEASE_MS = 20_000;
/** How often to look without being woken: other processes write events too. */
const POLL_MS = 1000;
/** How soon to look again at the earliest: what is due may be held by another process for a moment. */
const PAUSE_MS = 10;

/** The loop that delivers events. */
export interface Deliveries {
  /** Takes nothing new on, and waits for what is under way; cuts that off after `drainMs`, to be sent again later. */
  stop(drainMs: number): Promise<void>;
}

/** Starts to deliver what is due, woken by the bell of deliveries, by the time of the next attempt, and by a poll. */
export function startDeliveries(deps: Deps): Deliveries {
  const loop = new DeliveryLoop(deps);
  deps.bells.deliveries.listen(() => loop.look());
  loop.begin();
  return {
    stop: async (drainMs) => {
      deps.bells.deliveries.listen(null);
      await loop.stop(drainMs);
    },
  };
}

class DeliveryLoop {
  readonly #deps: Deps;
  readonly #cutOff = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** Attempts under way, by endpoint. */
  readonly #busy = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | null = null;
  #lookAgain = false;
  #stopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The embedded database has one process: what is claimed there was claimed by one that died. */
  begin(): void {
    const { config, db, clock } = this.#deps;
    const released = config.databaseUrl === null ? deliveries.releaseAll(db, clock()) : Promise.resolve();
    this.#round = released.catch(() => undefined).then(() => this.#claim());
    this.#round.finally(() => this.#finish());
  }

  /** Looks for work at once, or once more after the look that is under way. */
  look(): void {
    if (this.#stopped) return;
    this.#lookAgain = this.#round !== null;
    this.#round ??= this.#claim().finally(() => this.#finish());
  }

  #finish(): void {
    this.#round = null;
    if (this.#lookAgain) this.look();
  }

  async stop(drainMs: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#round;
    const timer = setTimeout(() => this.#cutOff.abort(), drainMs);
    await Promise.all(this.#underWay);
    clearTimeout(timer);
  }

  async #claim(): Promise<void> {
    const { db, clock, log } = this.#deps;
    clearTimeout(this.#timer);
    let wait = POLL_MS;
    try {
      const now = clock();
      const until = new Date(now.getTime() + LEASE_MS);
      const busy = Object.fromEntries(this.#busy);
      const claimed = await deliveries.claim(db, now, until, { perEndpoint: PER_ENDPOINT, busy });
      for (const delivery of claimed) this.#start(delivery);
      const next = await deliveries.nextDue(db, this.#full());
      if (next) wait = Math.min(POLL_MS, Math.max(PAUSE_MS, next.getTime() - clock().getTime()));
    } catch (error) {
      log.error('deliveries not claimed', { error: error instanceof Error ? error.name : typeof error });
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.look(), wait);
  }

  #start(delivery: ClaimedDelivery): void {
    const { endpoint_id: endpoint, event_id: eventId } = delivery;
    this.#busy.set(endpoint, (this.#busy.get(endpoint) ?? 0) + 1);
    const attempt = attemptDelivery(this.#deps, delivery, this.#cutOff.signal)
      .catch(() => this.#deps.log.error('attempt not recorded', { eventId, endpointId: endpoint }))
      .finally(() => {
        this.#underWay.delete(attempt);
        this.#leave(endpoint);
      });
    this.#underWay.add(attempt);
  }

  /** Gives a place back; if the endpoint had none free, more may be waiting. */
  #leave(endpoint: string): void {
    const places = this.#busy.get(endpoint)!;
    if (places === 1) this.#busy.delete(endpoint);
    else this.#busy.set(endpoint, places - 1);
    if (places === PER_ENDPOINT) this.look();
  }

  #full(): string[] {
    return [...this.#busy].filter(([, places]) => places >= PER_ENDPOINT).map(([endpoint]) => endpoint);
  }
}
