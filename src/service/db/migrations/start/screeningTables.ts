const ID = 'text collate "C"';

/** Lists, screenings, watches, batches, and what reviewers decided about hits. */
export const screeningTables = `
create table aml_datasets (version text primary key, number integer not null unique, used_at timestamptz(3) not null);
create table aml_lists (
  name text primary key, entities integer not null, sources text not null, good_at timestamptz(3) not null,
  version text not null, published_at timestamptz(3), accepted jsonb not null, ends jsonb not null);
create table aml_list_faults (
  name text not null, kind text not null, code text not null, since timestamptz(3) not null, primary key (name, kind));
create table aml_list_days (
  day text not null, list text not null, result text not null, checks integer not null,
  first_checked_at timestamptz(3) not null, last_checked_at timestamptz(3) not null, contents text not null,
  published_at timestamptz(3), fetched_at timestamptz(3), on_disk text, is_stale boolean,
  entities integer not null, entities_before integer, detail text, primary key (day, list));
create table aml_entities (
  dataset text not null, id text not null, entity jsonb not null, primary key (id, dataset));

create table aml_thresholds (
  mode text not null, version integer not null, rules jsonb not null, note text not null, key_id text not null,
  at timestamptz(3) not null, primary key (mode, version));

create table aml_screenings (
  case_id ${ID} not null, id ${ID} not null, mode text not null, watch_id ${ID}, batch_id ${ID}, status text not null, data_key bytea,
  sealed_input bytea not null, sealed_hits bytea, total_hits integer, hit_lists jsonb, not_compared jsonb, criteria jsonb not null, dataset jsonb,
  reference_mark text, created_at timestamptz(3) not null, completed_at timestamptz(3), primary key (case_id, id));
create index aml_screenings_by_mode on aml_screenings (mode, id);
create index aml_screenings_by_reference on aml_screenings (mode, reference_mark, id) where reference_mark is not null;
create index aml_screenings_by_status on aml_screenings (mode, status, id);
create index aml_screenings_of_watches on aml_screenings (watch_id) where watch_id is not null;
create index aml_screenings_of_batches on aml_screenings (batch_id) where batch_id is not null;
create index aml_screenings_to_erase on aml_screenings (completed_at) where case_id = '' and sealed_hits is not null;

create table aml_screening_entities (
  mark text not null, screening_id ${ID} not null, case_id ${ID} not null, primary key (mark, screening_id));
create index aml_screening_entities_of_cases on aml_screening_entities (case_id);
create index aml_screening_entities_of_screenings on aml_screening_entities (screening_id);

create table aml_watches (
  id ${ID} primary key, mode text not null, data_key bytea not null, sealed_reference bytea, reference_mark text,
  sealed_input bytea not null, screening_id ${ID}, status text not null, aml_dataset integer, aml_version text,
  aml_screened_at timestamptz(3), created_at timestamptz(3) not null);
create index aml_watches_by_mode on aml_watches (mode, id);
create index aml_watches_by_reference on aml_watches (mode, reference_mark, id) where reference_mark is not null;
create index aml_watches_by_status on aml_watches (mode, status, id);
create index aml_watches_to_monitor on aml_watches (coalesce(aml_dataset, 0));

create table aml_rescreens (
  subject ${ID} not null, mode text not null, at timestamptz(3) not null, dataset text not null, status text not null,
  new_hits integer not null, changed_hits integer not null, ended_hits integer not null,
  primary key (subject, at, dataset));
create index aml_rescreens_by_day on aml_rescreens (mode, at);
create table aml_monitoring_runs (
  number integer not null, mode text not null, dataset text not null, at timestamptz(3) not null,
  due integer not null, primary key (number, mode));
create index aml_monitoring_runs_by_day on aml_monitoring_runs (mode, at);
create table aml_put_aside (
  subject ${ID} not null, dataset integer not null, mode text not null, at timestamptz(3) not null,
  error text not null, primary key (subject, dataset));
create index aml_put_aside_by_day on aml_put_aside (mode, at);

-- Resolutions are stored across cases, and found by the person.
create table hit_resolutions (
  key text primary key, mode text not null, case_id ${ID}, screening_id ${ID}, watch_id ${ID}, made_in ${ID} not null, subject text not null, person text not null,
  resolution text not null, reason_code text not null, note bytea, entity bytea not null, key_id text not null,
  resolved_at timestamptz(3) not null, holds_until timestamptz(3));
create index hit_resolutions_by_case on hit_resolutions (case_id) where case_id is not null;
create index hit_resolutions_of_people on hit_resolutions (person, resolved_at);
create index hit_resolutions_to_end on hit_resolutions (holds_until) where holds_until is not null;
create index hit_resolutions_to_erase on hit_resolutions (resolved_at) where case_id is null and note is not null;

create table hit_decisions (
  id ${ID} primary key, mode text not null, subject ${ID} not null, screening_id ${ID} not null,
  case_id ${ID} not null, kind text not null, key_id ${ID} not null, at timestamptz(3) not null, sealed bytea not null);
create index hit_decisions_of_screenings on hit_decisions (screening_id, id);
create index hit_decisions_of_subjects on hit_decisions (subject, id);

create table aml_batches (
  id ${ID} primary key, mode text not null, status text not null, format text not null,
  options jsonb not null, threshold double precision not null, total integer not null, done integer not null,
  bad integer not null, with_hits integer not null, not_comparable integer not null default 0, new_alerts integer not null default 0, dataset text,
  data_key bytea not null, created_at timestamptz(3) not null, completed_at timestamptz(3), expires_at timestamptz(3));
create index aml_batches_to_erase on aml_batches (expires_at) where expires_at is not null;
create table aml_batch_parts (
  batch_id ${ID} not null references aml_batches on delete cascade, kind text not null, position integer not null,
  rows integer not null, sealed bytea not null, primary key (batch_id, kind, position));
`;
