import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the number of decisions of a case, including withdrawn ones. */
export async function decisions(db: Kysely<Database>): Promise<void> {
  await sql.raw('alter table cases add column decisions integer not null default 0').execute(db);
  await sql
    .raw(`update cases set decisions = (decision->>'revision')::integer where decision is not null`)
    .execute(db);
}
