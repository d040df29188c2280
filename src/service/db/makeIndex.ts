import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Creates an index concurrently: other statements can read and write the table. Call it outside a transaction. An index
 * of an interrupted call is created again.
 * @param on the table and the columns, as SQL.
 */
export async function makeIndex(db: Kysely<Database>, name: string, on: string): Promise<void> {
  const { rows } = await sql<{ isWhole: boolean }>`
    select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.isWhole) return;
  if (rows[0]) await sql`drop index concurrently ${sql.ref(name)}`.execute(db);
  await sql.raw(`create index concurrently ${name} on ${on}`).execute(db);
}
