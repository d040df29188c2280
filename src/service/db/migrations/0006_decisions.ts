import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** How many decisions a case has had: those that were withdrawn count too. */
export async function decisions(db: Kysely<Database>): Promise<void> {
  await sql.raw('alter table cases add column decisions integer not null default 0').execute(db);
  await sql
    .raw(`update cases set decisions = (decision->>'revision')::integer where decision is not null`)
    .execute(db);
}
