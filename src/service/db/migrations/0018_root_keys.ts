import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the root key of the database, sealed once by each valid master key. */
export async function addRootKeys(db: Kysely<Database>): Promise<void> {
  await sql`create table root_keys (master_key_id text primary key, sealed bytea not null,
    created_at timestamptz not null)`.execute(db);
}
