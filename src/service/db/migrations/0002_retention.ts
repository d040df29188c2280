import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the end time of cases, and the index by which retention finds ended cases until they are redacted. */
export async function retention(db: Kysely<Database>): Promise<void> {
  await sql`
    create index cases_ended on cases (coalesce(decided_at, updated_at))
    where data_key is not null and status in ('approved', 'declined', 'canceled', 'expired')`.execute(db);
}
