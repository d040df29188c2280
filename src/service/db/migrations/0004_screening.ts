import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds reviewers' resolutions of hits, and the dataset that each case was screened against. */
export async function screening(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ID = 'text collate "C"';

const statements = [
  `create table hit_resolutions (
    key text primary key, mode text not null, case_id ${ID} references cases on delete cascade,
    resolution text not null, note bytea, key_id text not null, resolved_at timestamptz(3) not null)`,
  'create index hit_resolutions_by_case on hit_resolutions (case_id) where case_id is not null',
  `create table aml_datasets (
    version text primary key, number integer not null unique, used_at timestamptz(3) not null)`,
  'alter table cases add column aml_dataset integer',
  `create index cases_to_monitor on cases (coalesce(aml_dataset, 0)) where data_key is not null
    and facts->>'details' = 'ok' and status in ('requires_input', 'processing', 'in_review', 'approved')`,
];
