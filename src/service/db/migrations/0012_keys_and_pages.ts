import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds names of API keys, and a version of each case that counts the changes visible to its page. */
export async function keysAndPages(db: Kysely<Database>): Promise<void> {
  await sql`alter table api_keys add column name text`.execute(db);
  await sql`alter table cases add column page_version integer not null default 1`.execute(db);
}
