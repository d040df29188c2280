import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the first and the last entity of each list, which detect a file that was cut off between two rows. */
export async function addListEnds(db: Kysely<Database>): Promise<void> {
  await sql`alter table aml_lists add column ends jsonb`.execute(db);
}
