const ID = 'text collate "C"';

/** Judgements of reviewers, and their accounts and sessions at the desk. */
export const reviewTables = `
create table judgements (
  case_id ${ID} not null references cases on delete cascade, round integer not null, reviewer ${ID} not null,
  is_sample boolean not null default false, asks_second boolean not null default false, opened_at timestamptz(3) not null, seen jsonb not null default '[]',
  likeness integer, life text, features jsonb, unsure jsonb, judged_at timestamptz(3), outcome text, reasons jsonb, sealed_note bytea, sealed_hits bytea,
  invited_by text, expected_version integer, decided_at timestamptz(3), applies_at timestamptz(3), came_for jsonb, due_at timestamptz(3),
  primary key (case_id, round, reviewer));
create index judgements_by_time on judgements (decided_at) where decided_at is not null;

create table skipped_cases (
  case_id ${ID} not null references cases on delete cascade, reviewer ${ID} not null, reason text not null,
  at timestamptz(3) not null, primary key (case_id, reviewer));

create table seen_evidence (
  case_id ${ID} not null references cases on delete cascade, reviewer ${ID} not null, at timestamptz(3) not null,
  primary key (case_id, reviewer));

create table case_comments (
  case_id ${ID} not null references cases on delete cascade, position integer not null, author ${ID} not null,
  round integer not null, sealed_text bytea not null, at timestamptz(3) not null, primary key (case_id, position));
create table house_texts (
  mode text not null, code text not null, kind text not null, texts jsonb not null, changed_at timestamptz(3) not null,
  primary key (mode, code));

create table known_pairs (
  case_id ${ID} primary key references cases on delete cascade, is_same boolean not null, made_by ${ID} not null,
  made_at timestamptz(3) not null);

create table reviewers (
  id ${ID} primary key, name text not null, role text not null, issuer text, subject text,
  settings jsonb not null default '{}', inviter text, invited_at timestamptz(3), signed_in_at timestamptz(3),
  created_at timestamptz(3) not null, disabled_at timestamptz(3),
  unique (issuer, subject));
create table desk_passkeys (
  id text primary key, reviewer ${ID} not null references reviewers on delete cascade, public_key bytea not null,
  counter bigint not null, transports jsonb not null, created_at timestamptz(3) not null, used_at timestamptz(3));
create index desk_passkeys_of_reviewers on desk_passkeys (reviewer);
create table desk_challenges (
  hash text primary key, reviewer ${ID} references reviewers on delete cascade, challenge text not null, expires_at timestamptz(3) not null);
create table desk_invites (
  hash text primary key, reviewer ${ID} not null references reviewers on delete cascade,
  invited_by text, expires_at timestamptz(3) not null);
create table desk_sessions (
  hash text primary key, reviewer ${ID} not null references reviewers on delete cascade, mode text not null,
  invited_by text, created_at timestamptz(3) not null, seen_at timestamptz(3) not null, expires_at timestamptz(3) not null);
create index desk_sessions_to_forget on desk_sessions (expires_at);
create table desk_sign_ins (
  hash text primary key, verifier text not null, nonce text not null, expires_at timestamptz(3) not null);
`;
