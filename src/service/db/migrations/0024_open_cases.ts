import { type Kysely, sql } from 'kysely';
import { makeIndex } from '../makeIndex.ts';
import type { Database } from '../schema.ts';

/** Adds an index of cases that wait for input, without erased ones, by their expiry. */
export async function openCases(db: Kysely<Database>): Promise<void> {
  await makeIndex(
    db,
    'cases_open_until',
    "cases (expires_at) where status = 'requires_input' and data_key is not null",
  );
  await sql`drop index concurrently if exists cases_to_expire`.execute(db);
}
