const ID = 'text collate "C"';

/**
 * Events and their delivery, jobs, stored responses and the audit log. The tables that grow with every event are
 * partitioned by week (`partitions.ts`); a default partition takes rows of weeks without one.
 */
export const outboxTables = `
create table events (
  id ${ID} not null, mode text not null, type text not null, created_at timestamptz(3) not null,
  case_id ${ID} not null, data jsonb not null, words bytea, primary key (case_id, id)) partition by range (id);
create index events_by_mode on events (mode, id);
create index events_by_type on events (mode, type, id);
create table events_rest partition of events default;

create table case_events (id ${ID} primary key, case_id ${ID} not null) partition by range (id);
create table case_events_rest partition of case_events default;

create table webhook_endpoints (
  id ${ID} primary key, mode text not null, url text not null, event_types jsonb not null, description text,
  status text not null, secret bytea not null, previous_secret bytea, previous_secret_until timestamptz(3),
  failing_since timestamptz(3), deleted_at timestamptz(3),
  created_at timestamptz(3) not null, updated_at timestamptz(3) not null);
create index webhook_endpoints_by_mode on webhook_endpoints (mode, id);

create table deliveries (
  event_id ${ID} not null, endpoint_id ${ID} not null, case_id ${ID} not null, due_at timestamptz(3) not null,
  attempt integer not null, schedule_from integer not null default 0, leased_until timestamptz(3),
  primary key (event_id, endpoint_id)) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index deliveries_due on deliveries (endpoint_id, due_at);

create table delivery_attempts (
  case_id ${ID} not null, event_id ${ID} not null, endpoint_id ${ID} not null, attempt integer not null,
  status text not null, at timestamptz(3) not null, response_status integer, error text, duration_ms integer not null,
  primary key (case_id, event_id, endpoint_id, attempt)) partition by range (event_id);
create table delivery_attempts_rest partition of delivery_attempts default;

create table jobs (
  id ${ID} primary key, kind text not null, queue text not null, subject text not null, case_id ${ID} not null,
  priority smallint not null, turn integer not null, run_at timestamptz(3) not null, attempt integer not null,
  leased_until timestamptz(3), claim text, created_at timestamptz(3) not null, unique (kind, subject));
create index jobs_in_queues on jobs (queue, priority, turn, run_at);
create index jobs_of_cases on jobs (case_id, queue) where case_id <> '';
create index jobs_claimed on jobs (claim) where claim is not null;

create table quarantine (
  work text not null, subject ${ID} not null, error text not null, at timestamptz(3) not null,
  retry_at timestamptz(3), primary key (work, subject));

create table idempotency_keys (
  owner text not null, key text not null, fingerprint text not null, answer bytea, case_id ${ID},
  is_owned boolean not null default false, expires_at timestamptz(3) not null, primary key (owner, key));
create index idempotency_keys_by_case on idempotency_keys (case_id) where case_id is not null;
create index idempotency_keys_to_forget on idempotency_keys (expires_at);

create table audit_log (
  id ${ID} primary key, mode text not null, at timestamptz(3) not null, key_id text not null, action text not null,
  case_id ${ID} not null, request_id text not null, note bytea,
  position integer not null unique check (position > 0), mac text not null, link text not null);
create index audit_log_by_case on audit_log (case_id, id);
create index audit_log_by_mode on audit_log (mode, id);
-- At most one row. Its lock orders the lines.
create table audit_head (one boolean primary key default true check (one), sealed bytea not null);
`;
