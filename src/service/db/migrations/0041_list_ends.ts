import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** The first and the last entity of each list: a file that was cut between two rows lacks one of them. */
export async function addListEnds(db: Kysely<Database>): Promise<void> {
  await sql`alter table aml_lists add column ends jsonb`.execute(db);
}
