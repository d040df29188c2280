import { type Kysely, sql } from 'kysely';
import { makeIndex } from '../makeIndex.ts';
import type { Database } from '../schema.ts';

/** Adds the tables of reviewers: due times and claims of cases, judgements, skipped cases, and accounts of the desk. */
export async function reviews(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await makeIndex(
    db,
    'cases_to_review',
    `cases (mode, coalesce(due_at, created_at), id)
      where (status = 'in_review' or sampled_at is not null) and data_key is not null`,
  );
  await makeIndex(db, 'audit_log_by_mode', 'audit_log (mode, id)');
}

const ID = 'text collate "C"';

const statements = [
  `alter table cases add column if not exists due_at timestamptz(3), add column if not exists sampled_at timestamptz(3),
    add column if not exists claimed_by ${ID}, add column if not exists claimed_at timestamptz(3),
    add column if not exists claimed_until timestamptz(3)`,
  `create table if not exists judgements (
    case_id ${ID} not null references cases on delete cascade, round integer not null, reviewer ${ID} not null,
    is_sample boolean not null default false, opened_at timestamptz(3) not null, seen jsonb not null default '[]',
    likeness integer, features jsonb, judged_at timestamptz(3), outcome text, reasons jsonb, sealed_note bytea,
    expected_version integer, decided_at timestamptz(3), applies_at timestamptz(3), primary key (case_id, round, reviewer))`,
  'create index if not exists judgements_by_time on judgements (decided_at) where decided_at is not null',
  `create table if not exists skipped_cases (
    case_id ${ID} not null references cases on delete cascade, reviewer ${ID} not null, reason text not null,
    at timestamptz(3) not null, primary key (case_id, reviewer))`,
  `create table if not exists reviewers (
    id ${ID} primary key, name text not null, role text not null, issuer text, subject text,
    settings jsonb not null default '{}', created_at timestamptz(3) not null, disabled_at timestamptz(3),
    unique (issuer, subject))`,
  `create table if not exists desk_invites (
    hash text primary key, reviewer ${ID} not null references reviewers on delete cascade,
    expires_at timestamptz(3) not null)`,
  `create table if not exists desk_sessions (
    hash text primary key, reviewer ${ID} not null references reviewers on delete cascade, mode text not null,
    created_at timestamptz(3) not null, seen_at timestamptz(3) not null, expires_at timestamptz(3) not null)`,
  'create index if not exists desk_sessions_to_forget on desk_sessions (expires_at)',
  `create table if not exists desk_sign_ins (
    hash text primary key, verifier text not null, nonce text not null, expires_at timestamptz(3) not null)`,
];
