import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Finds the cases that have come to an end, by when they did, until they are redacted. */
export async function retention(db: Kysely<Database>): Promise<void> {
  await sql`
    create index cases_ended on cases (coalesce(decided_at, updated_at))
    where data_key is not null and status in ('approved', 'declined', 'canceled', 'expired')`.execute(db);
}
