import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Adds the values that the next version of each list is compared with: its version, its day of publication and the
 * totals of earlier loads. Also adds current list faults and their start, so that each fault is reported once, by any
 * process.
 */
export async function wholeLists(db: Kysely<Database>): Promise<void> {
  await sql`alter table aml_lists add column version text, add column published_at timestamptz(3),
    add column accepted jsonb`.execute(db);
  await sql`create table aml_list_faults (name text not null, kind text not null, code text not null, since timestamptz(3) not null,
    primary key (name, kind))`.execute(db);
}
