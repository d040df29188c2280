import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the number of entities in the last good version of each list, to detect shrunk lists even after a restart. */
export async function addAmlLists(db: Kysely<Database>): Promise<void> {
  await sql`create table aml_lists (name text primary key, entities integer not null, sources text not null,
    good_at timestamptz(3) not null)`.execute(db);
}
