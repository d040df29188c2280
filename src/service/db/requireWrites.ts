import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Fails as a write does where the database takes none: on a standby, or where transactions are read-only by default.
 * The connection is then left like one on which a write failed: the next one may lead to the new primary.
 * @throws an error with the code 25006 of PostgreSQL (`isReadOnly`).
 */
export async function requireWrites(db: Kysely<Database>): Promise<void> {
  await sql`do $$ begin
    if current_setting('transaction_read_only')::boolean then
      raise exception 'the database takes no writes' using errcode = 'read_only_sql_transaction';
    end if;
  end $$`.execute(db);
}

/**
 * `read_only_sql_transaction`: the server is a standby now. A connection in use would never be closed, and its address may
 * lead to the new primary.
 */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '25006';
}
