import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ClaimedDelivery, deliveries } from '../db/store/deliveries.ts';
import type { Deps } from '../deps.ts';
import { errorForLog } from '../log.ts';
import { attemptDelivery } from '../webhooks/attemptDelivery.ts';
import { LEASE_MS, type LeasedWork, LeaseLoop } from './LeaseLoop.ts';

/** Concurrent attempts in this process, to all endpoints together. */
const CONCURRENCY = 256;

/** The loop that delivers events. */
export interface Deliveries {
  /** Claims no more deliveries and waits for running attempts; aborts them after `drainMs`, to be retried later. */
  stop(drainMs: number): Promise<void>;
}

/**
 * Starts the loop over due deliveries, which `events/newEvent.ts` inserts. It runs on a signal after the commit, at the
 * time of the next attempt, and at the polling interval.
 */
export function startDeliveries(deps: Deps): Deliveries {
  const loop = new LeaseLoop(deliveryWork(deps), deps.log);
  // After the caller has resumed: the embedded database answers without returning to the event loop.
  const begin = nextTurn()
    .then(() => releaseAll(deps))
    .then(() => loop.poll());
  const unlisten = deps.wake.deliveries.listen(() => loop.poll());
  return {
    stop: async (drainMs) => {
      unlisten();
      await begin;
      await loop.stop(drainMs);
    },
  };
}

/** The embedded database has one process: a claim found at the start belongs to a dead one. */
async function releaseAll({ config, db, log }: Deps): Promise<void> {
  if (config.databaseUrl !== null) return;
  await deliveries.releaseAll(db).catch((error) => log.error('deliveries not released', errorForLog(error)));
}

/** Each endpoint has its own limit of concurrent deliveries, so that a slow one does not block the others. */
function deliveryWork(deps: Deps): LeasedWork<ClaimedDelivery> {
  const { db, clock, config, log } = deps;
  const { perEndpoint } = config.webhooks;
  const busy = new Map<string, number>();
  const count = (endpoint: string, change: number) => {
    const connections = (busy.get(endpoint) ?? 0) + change;
    if (connections > 0) busy.set(endpoint, connections);
    else busy.delete(endpoint);
    return connections;
  };
  const full = () =>
    [...busy].filter(([, connections]) => connections >= perEndpoint).map(([endpoint]) => endpoint);
  const lease = () => new Date(clock().getTime() + LEASE_MS);
  return {
    name: 'deliveries',
    concurrency: CONCURRENCY,
    claim: async (limit) => {
      const claim = {
        now: clock(),
        leasedUntil: lease(),
        perEndpoint,
        busy: Object.fromEntries(busy),
        limit,
      };
      const claimed = await deliveries.claim(db, claim);
      for (const { endpoint_id } of claimed) count(endpoint_id, 1);
      return claimed;
    },
    renew: (work) => deliveries.renew(db, work, lease()),
    run: async (delivery, signal) => {
      const { endpoint_id: endpointId, event_id: eventId } = delivery;
      try {
        await attemptDelivery(deps, delivery, signal);
      } catch (error) {
        log.error('attempt not recorded', { eventId, endpointId, ...errorForLog(error) });
      }
    },
    onEnd: ({ endpoint_id }) => count(endpoint_id, -1) === perEndpoint - 1,
    nextDue: () => deliveries.nextDue(db, full(), clock()),
    clock,
    isAlone: config.databaseUrl === null,
  };
}
