import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * What the next version of each list is held against: its version, its day of publication and the totals of the loads before
 * it; and what is wrong with lists since when, so that it is told once, whichever process sees it.
 */
export async function wholeLists(db: Kysely<Database>): Promise<void> {
  await sql`alter table aml_lists add column version text, add column published_at timestamptz(3),
    add column accepted jsonb`.execute(db);
  await sql`create table aml_list_faults (name text not null, kind text not null, code text not null, since timestamptz(3) not null,
    primary key (name, kind))`.execute(db);
}
