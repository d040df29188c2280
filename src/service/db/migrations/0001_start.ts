import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** The tables of the first release. Ids collate byte by byte, so that their order is the order of time. */
export async function start(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ID = 'text collate "C"';

const statements = [
  `create table api_keys (
    id ${ID} primary key, mode text not null, hash text not null unique, scopes jsonb not null,
    created_at timestamptz(3) not null, expires_at timestamptz(3), revoked_at timestamptz(3))`,
  `create table cases (
    id ${ID} primary key, mode text not null, type text not null, status text not null, version integer not null,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, submitted_at timestamptz(3),
    decided_at timestamptz(3), expires_at timestamptz(3) not null, return_url text, state text,
    client_reference_id text, metadata jsonb, locale text, policy jsonb not null, consent jsonb,
    attempts_left integer not null, facts jsonb not null, checks jsonb not null, assurance jsonb not null,
    decision jsonb, last_error jsonb, redaction jsonb, test_outcome text, data_key bytea)`,
  'create index cases_by_mode on cases (mode, id)',
  'create index cases_by_reference on cases (mode, client_reference_id, id) where client_reference_id is not null',
  `create index cases_to_expire on cases (expires_at) where status = 'requires_input'`,
  `create table session_keys (
    id ${ID} primary key, mode text not null, case_id ${ID} not null references cases on delete cascade,
    hash text not null unique, allowed_origins jsonb not null, created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null, revoked_at timestamptz(3))`,
  'create index session_keys_by_case on session_keys (case_id)',
  `create table personal_details (
    case_id ${ID} not null references cases on delete cascade, revision integer not null, sealed bytea not null,
    submitted_at timestamptz(3) not null, primary key (case_id, revision))`,
  `create table selfie_checks (
    id ${ID} primary key, mode text not null, case_id ${ID} not null references cases on delete cascade,
    status text not null, attempt integer not null, nonce text not null, steps jsonb not null,
    challenge_expires_at timestamptz(3) not null, captured_steps jsonb, liveness jsonb not null,
    face_match jsonb not null, reasons jsonb not null, engine jsonb, created_at timestamptz(3) not null,
    completed_at timestamptz(3))`,
  'create index selfie_checks_by_case on selfie_checks (case_id, id)',
  `create index selfie_checks_to_expire on selfie_checks (challenge_expires_at) where status = 'requires_capture'`,
  `create table selfie_frames (
    check_id ${ID} not null references selfie_checks on delete cascade, position integer not null,
    step text not null, media_type text not null, sealed bytea not null, primary key (check_id, position))`,
  `create table aml_screenings (
    id ${ID} primary key, mode text not null, case_id ${ID} references cases on delete cascade,
    status text not null, sealed_input bytea not null, sealed_hits bytea, dataset jsonb,
    created_at timestamptz(3) not null, completed_at timestamptz(3))`,
  'create index aml_screenings_by_case on aml_screenings (case_id, id)',
  `create table events (
    id ${ID} primary key, mode text not null, type text not null, created_at timestamptz(3) not null,
    case_id ${ID}, data jsonb not null)`,
  'create index events_by_mode on events (mode, id)',
  'create index events_by_case on events (case_id, id)',
  `create table webhook_endpoints (
    id ${ID} primary key, mode text not null, url text not null, event_types jsonb not null, description text,
    status text not null, secret bytea not null, previous_secret bytea, previous_secret_until timestamptz(3),
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null)`,
  'create index webhook_endpoints_by_mode on webhook_endpoints (mode, id)',
  `create table deliveries (
    event_id ${ID} not null references events on delete cascade,
    endpoint_id ${ID} not null references webhook_endpoints on delete cascade,
    state text not null, due_at timestamptz(3), attempt integer not null,
    schedule_from integer not null default 0, leased_until timestamptz(3), primary key (event_id, endpoint_id))`,
  `create index deliveries_due on deliveries (endpoint_id, due_at) where state = 'pending'`,
  'create index deliveries_by_endpoint on deliveries (endpoint_id)',
  `create table delivery_attempts (
    event_id ${ID} not null, endpoint_id ${ID} not null, attempt integer not null, status text not null,
    at timestamptz(3) not null, response_status integer, error text, duration_ms integer not null,
    primary key (event_id, endpoint_id, attempt),
    foreign key (event_id, endpoint_id) references deliveries on delete cascade)`,
  `create table idempotency_keys (
    owner text not null, key text not null, fingerprint text not null, answer bytea,
    expires_at timestamptz(3) not null, primary key (owner, key))`,
  'create index idempotency_keys_to_forget on idempotency_keys (expires_at)',
  `create table jobs (
    id ${ID} primary key, kind text not null, subject text not null, run_at timestamptz(3) not null,
    attempt integer not null, leased_until timestamptz(3), created_at timestamptz(3) not null,
    unique (kind, subject))`,
  'create index jobs_due on jobs (run_at)',
  `create table audit_log (
    id ${ID} primary key, mode text not null, at timestamptz(3) not null, key_id text not null,
    action text not null, case_id ${ID} not null, request_id text not null, note bytea)`,
  'create index audit_log_by_case on audit_log (case_id, id)',
];
