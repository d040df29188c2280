import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Adds records for compliance files: the last screening of each case, repeated screenings, watches without a case,
 * batches, and the content that resolutions were about.
 */
export async function filing(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ID = 'text collate "C"';

const statements = [
  'alter table cases add column aml_screened_at timestamptz(3), add column aml_version text',
  `alter table aml_screenings add column watch_id ${ID}`,
  'create index aml_screenings_of_watches on aml_screenings (watch_id) where watch_id is not null',
  `create table aml_watches (
    id ${ID} primary key, mode text not null, client_reference_id text, sealed_input bytea not null,
    screening_id ${ID}, status text not null, aml_dataset integer, aml_version text, aml_screened_at timestamptz(3),
    created_at timestamptz(3) not null)`,
  'create index aml_watches_to_monitor on aml_watches (coalesce(aml_dataset, 0))',
  `create table aml_rescreens (
    subject ${ID} not null, at timestamptz(3) not null, dataset text not null, status text not null,
    new_hits integer not null, changed_hits integer not null, ended_hits integer not null,
    primary key (subject, at, dataset))`,
  `alter table hit_resolutions add column subject text, add column reason_code text, add column entity bytea`,
  'create index hit_resolutions_of_subjects on hit_resolutions (subject) where subject is not null',
  `create table aml_batches (
    id ${ID} primary key, mode text not null, status text not null, format text not null,
    options jsonb not null, threshold double precision not null, total integer not null, done integer not null,
    bad integer not null, with_hits integer not null, dataset text, data_key bytea not null,
    created_at timestamptz(3) not null, completed_at timestamptz(3), expires_at timestamptz(3))`,
  'create index aml_batches_to_erase on aml_batches (expires_at) where expires_at is not null',
  `create table aml_batch_parts (
    batch_id ${ID} not null references aml_batches on delete cascade, kind text not null, position integer not null,
    rows integer not null, sealed bytea not null, primary key (batch_id, kind, position))`,
];
