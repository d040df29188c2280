const ID = 'text collate "C"';
/** A picture is in its row, or an object in the bucket. */
const ONE_PLACE = 'check ((sealed is null) <> (object is null))';

/** What moves pictures and what starts a node asks for one of the places: without an index it would read every row. */
const places = (
  table: string,
) => `create index ${table}_in_row on ${table} (case_id) where sealed is not null;
create index ${table}_in_bucket on ${table} (case_id) where object is not null;`;

/** Keys, cases and what belongs to a case. `case_id` is in every primary key, so that tables can be split by it. */
export const caseTables = `
create table root_keys (master_key_id text primary key, sealed bytea not null, created_at timestamptz not null);
create table key_store (id ${ID} primary key);
create table keys_to_destroy (slot bytea primary key, is_replaced boolean not null default false);

create table picture_store (id ${ID} primary key, takes_pictures boolean not null default true);
create table objects_to_delete (object ${ID} primary key, case_id ${ID} not null);

create table api_keys (
  id ${ID} primary key, mode text not null, name text, hash text not null unique, scopes jsonb not null,
  created_at timestamptz(3) not null, expires_at timestamptz(3), revoked_at timestamptz(3));

create unlogged table rate_limits (
  name ${ID} primary key, quota double precision not null, per_second double precision not null,
  tokens double precision not null, lent double precision not null, at timestamptz(3) not null) with (fillfactor = 50);

create table branding (
  mode text primary key, settings jsonb not null, logo bytea, logo_hash text, updated_at timestamptz(3) not null);

-- The sweeps search columns of their own, so that most changes of a case update no index.
create table cases (
  id ${ID} primary key, mode text not null, type text not null, status text not null,
  version integer not null, page_version integer not null default 1,
  created_at timestamptz(3) not null, updated_at timestamptz(3) not null, submitted_at timestamptz(3),
  decided_at timestamptz(3), expires_at timestamptz(3) not null,
  data_key bytea, customer bytea, reference_mark text, locale text, policy jsonb not null, consent jsonb, consent_words bytea,
  prefill bytea, proven bytea, proven_for text, birth_date bytea,
  attempts_left integer not null, refused_captures integer not null default 0, challenges_drawn integer not null default 0,
  facts jsonb not null, checks jsonb not null, assurance jsonb not null,
  decision jsonb, decision_reasons bytea, decisions integer not null default 0, last_error jsonb, redaction jsonb,
  test_outcome text,
  aml_dataset integer, aml_version text, aml_screened_at timestamptz(3),
  due_at timestamptz(3), sampled_at timestamptz(3),
  claimed_by ${ID}, claimed_at timestamptz(3), claimed_until timestamptz(3),
  priority smallint not null default 1, assigned_to ${ID},
  pictures_deleted_at timestamptz(3), details_deleted_at timestamptz(3), page_deleted_at timestamptz(3),
  ended_at timestamptz(3) generated always as (case when data_key is not null
    and status in ('approved', 'declined', 'canceled', 'expired') then coalesce(decided_at, updated_at) end) stored,
  is_monitored boolean generated always as (coalesce(data_key is not null and facts->>'details' = 'ok'
    and status in ('requires_input', 'processing', 'in_review', 'approved'), false)) stored,
  check (due_at is not null or (status <> 'in_review' and sampled_at is null))
) with (fillfactor = 80);
create index cases_by_mode on cases (mode, id);
create index cases_by_reference on cases (mode, reference_mark, id) where reference_mark is not null;
create index cases_by_status on cases (mode, status, id);
create index cases_open_until on cases (expires_at) where status = 'requires_input' and data_key is not null;
create index cases_ended on cases (ended_at) where ended_at is not null;
create index cases_with_pictures on cases (ended_at) where ended_at is not null and pictures_deleted_at is null;
create index cases_with_details on cases (ended_at) where ended_at is not null and details_deleted_at is null;
create index cases_with_page on cases (expires_at) where ended_at is not null and page_deleted_at is null;
create index cases_to_monitor on cases (coalesce(aml_dataset, 0)) where is_monitored;
create index cases_by_end on cases (right(id, 8));
create index cases_assigned on cases (assigned_to) where assigned_to is not null;
create index cases_to_review on cases (mode, priority, due_at, id)
  where (status = 'in_review' or sampled_at is not null) and data_key is not null;

create table case_ids (id ${ID} primary key, case_id ${ID} not null);

create table session_keys (
  case_id ${ID} not null references cases on delete cascade, id ${ID} not null, mode text not null,
  hash text not null, allowed_origins jsonb not null, reach text, step text, browser text,
  created_at timestamptz(3) not null, expires_at timestamptz(3) not null, revoked_at timestamptz(3),
  primary key (case_id, id));
create index session_keys_to_forget on session_keys (id);

create table links (
  case_id ${ID} primary key, mode text not null, hash ${ID} not null, secret bytea not null,
  created_at timestamptz(3) not null, wrong_dates integer not null default 0);
create table page_cookies (
  case_id ${ID} not null, hash ${ID} not null, expires_at timestamptz(3) not null, primary key (case_id, hash));
create index page_cookies_expires_at on page_cookies (expires_at);

create table handoffs (
  case_id ${ID} primary key, mode text not null, step text not null, browser text, status text not null, reason text,
  starts jsonb not null, secrets jsonb not null, computer text not null, address_mark text, phone text,
  phone_key jsonb, phone_cookie text, digits bytea, seconds real, same_address boolean,
  wrong_digits integer not null default 0, refusals integer not null default 0,
  created_at timestamptz(3) not null, confirmed_at timestamptz(3));
create index handoffs_waiting on handoffs (created_at) where status = 'waiting';

create table consent_texts (case_id ${ID} primary key, sealed bytea not null);

create table personal_details (
  case_id ${ID} not null references cases on delete cascade, revision integer not null, sealed bytea not null,
  submitted_at timestamptz(3) not null, primary key (case_id, revision));

create table reference_images (
  case_id ${ID} primary key references cases on delete cascade, media_type text not null,
  sealed bytea, object ${ID}, created_at timestamptz(3) not null, ${ONE_PLACE});
${places('reference_images')}

create table credential_checks (
  case_id ${ID} not null, id ${ID} not null, mode text not null, status text not null,
  origin text not null, asked jsonb not null, by_phone boolean not null default false, browser text,
  sealed_session bytea, sealed_answer bytea, answer_sha256 text, found jsonb,
  created_at timestamptz(3) not null, expires_at timestamptz(3) not null,
  answered_at timestamptz(3), completed_at timestamptz(3), primary key (case_id, id));
create index credential_checks_pending on credential_checks (expires_at) where status = 'pending';

create table document_checks (
  case_id ${ID} not null, id ${ID} not null, mode text not null, status text not null, attempt integer not null,
  nonce text not null, type text, sides jsonb not null, browser text, source text, by_back_end boolean not null default false,
  sealed_fields bytea, checks jsonb not null, reasons jsonb not null, signals jsonb, engine jsonb,
  created_at timestamptz(3) not null, expires_at timestamptz(3) not null, completed_at timestamptz(3),
  primary key (case_id, id));
create index document_checks_to_expire on document_checks (expires_at) where status = 'requires_capture';
create table document_pictures (
  case_id ${ID} not null, check_id ${ID} not null, side text not null, position integer not null,
  media_type text not null, sealed bytea, object ${ID}, ${ONE_PLACE}, primary key (case_id, check_id, side, position),
  constraint document_pictures_check_fkey foreign key (case_id, check_id) references document_checks on delete cascade);
${places('document_pictures')}
create table document_marks (
  case_id ${ID} not null, check_id ${ID} not null, number_mark text, name_mark text, file_marks text[] not null,
  primary key (case_id, check_id));
create index document_marks_number on document_marks (number_mark) where number_mark is not null;
create index document_marks_files on document_marks using gin (file_marks);

create table document_transcriptions (
  case_id ${ID} not null, check_id ${ID} not null, round integer not null, reviewer ${ID} not null,
  is_sample boolean not null, sealed bytea not null, created_at timestamptz(3) not null,
  primary key (case_id, check_id, round, reviewer));

create table selfie_checks (
  case_id ${ID} not null references cases on delete cascade, id ${ID} not null, mode text not null,
  status text not null, attempt integer not null, nonce text not null, steps jsonb not null,
  expires_at timestamptz(3) not null, stuck_at text, captured_steps jsonb, liveness jsonb not null,
  face_match jsonb not null, reasons jsonb not null, engine jsonb, signals jsonb,
  created_at timestamptz(3) not null, completed_at timestamptz(3), primary key (case_id, id));
create index selfie_checks_to_expire on selfie_checks (expires_at) where status = 'requires_capture';
create table selfie_frames (
  case_id ${ID} not null, check_id ${ID} not null, position integer not null, step text not null,
  media_type text not null, sealed bytea, object ${ID}, ${ONE_PLACE}, primary key (case_id, check_id, position),
  constraint selfie_frames_check_fkey foreign key (case_id, check_id) references selfie_checks on delete cascade);
${places('selfie_frames')}
create table selfie_trails (
  case_id ${ID} not null, check_id ${ID} not null, sealed bytea, object ${ID}, received_at timestamptz(3) not null,
  ${ONE_PLACE}, primary key (case_id, check_id),
  constraint selfie_trails_check_fkey foreign key (case_id, check_id) references selfie_checks on delete cascade);
${places('selfie_trails')}
create table selfie_fingerprints (
  case_id ${ID} not null, check_id ${ID} not null, marks bigint[] not null, primary key (case_id, check_id));
create index selfie_fingerprints_marks on selfie_fingerprints using gin (marks);
`;
