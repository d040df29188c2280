import { type Kysely, sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Database } from '../schema.ts';
import { events } from './events.ts';

const DAY_MS = 86_400_000;
/** At a time, with their deliveries; the rest goes the next time. */
const MOST_EVENTS = 1000;

export const housekeeping = {
  /** Forgets answers that can't be replayed any more, session keys a day after their end, and events after 90 days. */
  forget: async (db: Kysely<Database>, now: Date): Promise<void> => {
    await db.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute();
    await db
      .deleteFrom('session_keys')
      .where('expires_at', '<=', new Date(now.getTime() - DAY_MS))
      .execute();
    await events.deleteBefore(db, new Date(now.getTime() - limits.eventDays * DAY_MS), MOST_EVENTS);
  },

  /**
   * Gives the room of deleted rows back, and brings the planner up to date. PostgreSQL does so by itself; the embedded
   * database has no process for it, and would keep all that was deleted in its files.
   */
  vacuum: (db: Kysely<Database>): Promise<unknown> => sql`vacuum analyze`.execute(db),
};
