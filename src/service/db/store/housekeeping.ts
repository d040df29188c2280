import { type Kysely, sql } from 'kysely';
import { sizeLimits } from '../../../contract/limits.ts';
import { idFloor } from '../idRange.ts';
import { dropPartitions, makePartitions } from '../partitions.ts';
import type { Database } from '../schema.ts';
import { events } from './events.ts';
import { links } from './links.ts';
import { rateLimitBuckets } from './rateLimitBuckets.ts';
import { sessionKeys } from './sessionKeys.ts';

const DAY_MS = 86_400_000;
/** A session key is valid for 15 minutes; a day later its row is not needed. */
const SESSION_DAYS = 1 + sizeLimits.sessionKeySeconds / 86_400;
const WEEKS_AHEAD = 3;
/** Longer than any bucket takes to refill. */
const FULL_MS = 120_000;
/** Maximum number of rows deleted at a time; the rest is deleted by later calls. */
const BATCH = 1000;

export const housekeeping = {
  /**
   * Deletes a batch of expired idempotent responses, of session keys a day after their end, of expired cookies and full
   * rate-limit buckets, and of events after 90 days that are not in a weekly partition. @returns whether there may be
   * more.
   */
  forget: async (db: Kysely<Database>, now: Date): Promise<boolean> => {
    const answers = await sql`
      delete from idempotency_keys where (owner, key) in (
        select owner, key from idempotency_keys where expires_at <= ${now} limit ${BATCH})`.execute(db);
    const lastSession = idFloor('ses', daysBefore(now, SESSION_DAYS));
    const keys = await sessionKeys.deleteBefore(db, lastSession, BATCH);
    const cookies = await links.deleteCookiesBefore(db, now, BATCH);
    await rateLimitBuckets.forget(db, new Date(now.getTime() - FULL_MS), BATCH);
    const forgotten = await events.deleteBefore(db, daysBefore(now, sizeLimits.eventDays), BATCH);
    const deleted = Math.max(Number(answers.numAffectedRows ?? 0), keys, cookies, forgotten);
    return deleted === BATCH;
  },

  /** Creates the partitions of coming weeks, and drops old ones. @returns the names of dropped partitions. */
  rollPartitions: async (db: Kysely<Database>, now: Date): Promise<string[]> => {
    await makePartitions(db, now, WEEKS_AHEAD);
    return await dropPartitions(db, daysBefore(now, sizeLimits.eventDays));
  },

  /**
   * Frees the space of deleted rows, and updates the planner's statistics. PostgreSQL does both by itself; the embedded
   * database has no process for it, and its files would keep the deleted data.
   */
  vacuum: (db: Kysely<Database>): Promise<unknown> => sql`vacuum analyze`.execute(db),
};

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
