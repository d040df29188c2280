import { type Kysely, sql } from 'kysely';
import { makeIndex } from '../makeIndex.ts';
import type { Database } from '../schema.ts';

/** Adds the daily result of checking each list, and the subjects due, screened and put aside after a list change. */
export async function monitoringDays(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await makeIndex(db, 'aml_rescreens_by_day', 'aml_rescreens (mode, at) where mode is not null');
}

const ID = 'text collate "C"';

const statements = [
  `create table if not exists aml_list_days (
    day text not null, list text not null, result text not null, checks integer not null,
    first_checked_at timestamptz(3) not null, last_checked_at timestamptz(3) not null, contents text not null,
    published_at timestamptz(3), fetched_at timestamptz(3), is_stale boolean not null,
    entities integer not null, entities_before integer, detail text, primary key (day, list))`,
  `create table if not exists aml_monitoring_runs (
    number integer not null, mode text not null, dataset text not null, at timestamptz(3) not null,
    due integer not null, primary key (number, mode))`,
  'create index if not exists aml_monitoring_runs_by_day on aml_monitoring_runs (mode, at)',
  `create table if not exists aml_put_aside (
    subject ${ID} not null, dataset integer not null, mode text not null, at timestamptz(3) not null,
    error text not null, primary key (subject, dataset))`,
  'create index if not exists aml_put_aside_by_day on aml_put_aside (mode, at)',
  'alter table aml_rescreens add column if not exists mode text',
];
