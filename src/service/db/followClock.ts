import { type Kysely, sql } from 'kysely';
import { every } from '../every.ts';
import type { Log } from '../log.ts';
import type { Database } from './schema.ts';

/** How often the clocks are compared: a database that takes over has another one. */
const EVERY_MS = 10_000;
/** A difference that changes nothing. Below it, the time of an answer says little. */
const TOLERANCE_MS = 250;

/** A clock that somebody keeps right. */
export interface FollowedClock {
  clock: () => Date;
  stop(): Promise<void>;
}

/**
 * A clock that agrees with that of the database, so that all nodes have the same: a lease that one gives itself would be over
 * already for another one whose clock is ahead, which would then do the same work.
 * @param own the clock of this machine.
 */
export async function followClock(db: Kysely<Database>, own: () => Date, log: Log): Promise<FollowedClock> {
  let aheadMs = 0;
  const compare = async () => {
    const [asked, began] = [own().getTime(), performance.now()];
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    const halfWay = (performance.now() - began) / 2;
    const found = Math.round(asked + halfWay - rows[0]!.now.getTime());
    if (Math.abs(found - aheadMs) <= TOLERANCE_MS + halfWay) return;
    aheadMs = Math.abs(found) <= TOLERANCE_MS + halfWay ? 0 : found;
    const detail =
      aheadMs === 0
        ? 'The clocks of this machine and of the database agree again.'
        : `The clock of this machine is ${aheadMs / 1000} s ahead of that of the database, whose time is used. Synchronise both by NTP.`;
    log.warn('clock differs', { detail });
  };
  await compare();
  const repeated = every(EVERY_MS, compare, { name: 'comparison of clocks', log });
  return { clock: () => new Date(own().getTime() - aheadMs), stop: repeated.stop };
}
