import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** How many entities each list had when it was last good: what a shorter one is measured by, at a cold start too. */
export async function addAmlLists(db: Kysely<Database>): Promise<void> {
  await sql`create table aml_lists (name text primary key, entities integer not null, sources text not null,
    good_at timestamptz(3) not null)`.execute(db);
}
