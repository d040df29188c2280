import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Adds data keys of watches and of screenings without a case, so that they can be erased like cases; the slot directory
 * that belongs to the database; and the slots that are still to be destroyed.
 */
export async function erasableKeys(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table aml_watches add column data_key bytea',
  'alter table aml_screenings add column data_key bytea',
  'alter table hit_resolutions add column screening_id text collate "C"',
  'alter table idempotency_keys add column is_owned boolean not null default false',
  'create table key_store (id text collate "C" primary key)',
  'create table keys_to_destroy (slot bytea primary key)',
];
