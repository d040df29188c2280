import { type Kysely, sql } from 'kysely';
import { partitionOf } from '../partitions.ts';
import type { Database } from '../schema.ts';

/**
 * Adds `case_id` to the keys of every table of a case, so that the tables can be split by it; `''` if there is no case.
 * Rows that are known by another id are looked up first. `deliveries` keeps pending deliveries only, and so stays
 * small.
 */
export async function caseKeys(db: Kysely<Database>): Promise<void> {
  const bound = partitionOf('events', new Date()).to;
  const steps = [...lookUps(bound), ...keys, ...pictures, ...screenings, ...events, ...queue];
  for (const statement of steps) await sql.raw(statement).execute(db);
}

const ID = 'text collate "C"';

const lookUps = (bound: string) => [
  `create table case_ids (id ${ID} primary key, case_id ${ID} not null)`,
  `insert into case_ids select id, case_id from selfie_checks
    union all select id, case_id from aml_screenings where case_id is not null
    union all select hash, case_id from session_keys`,
  `create table case_events (id ${ID} primary key, case_id ${ID} not null) partition by range (id)`,
  `create table case_events_before partition of case_events for values from (minvalue) to ('${bound}')`,
  'create table case_events_rest partition of case_events default',
  'insert into case_events select id, case_id from events where case_id is not null',
];

const keys = [
  `alter table session_keys drop constraint session_keys_pkey, drop constraint session_keys_hash_key,
    add primary key (case_id, id)`,
  'drop index session_keys_by_case',
  'create index session_keys_to_forget on session_keys (id)',
  // Resolutions are stored across cases, and found by the person.
  'alter table hit_resolutions drop constraint hit_resolutions_case_id_fkey',
];

const pictures = [
  'alter table selfie_frames drop constraint selfie_frames_check_id_fkey',
  'alter table selfie_trails drop constraint selfie_trails_check_id_fkey',
  'alter table selfie_checks drop constraint selfie_checks_pkey, add primary key (case_id, id)',
  'drop index selfie_checks_by_case',
  ...['selfie_frames', 'selfie_trails'].flatMap((table) => [
    `alter table ${table} add column case_id ${ID}`,
    `update ${table} set case_id = selfie_checks.case_id from selfie_checks where selfie_checks.id = check_id`,
    `alter table ${table} alter column case_id set not null, drop constraint ${table}_pkey,
      add primary key (case_id, check_id${table === 'selfie_frames' ? ', position' : ''}),
      add constraint ${table}_check_fkey foreign key (case_id, check_id) references selfie_checks on delete cascade`,
  ]),
];

const screenings = [
  'alter table aml_screenings drop constraint aml_screenings_case_id_fkey',
  `update aml_screenings set case_id = '' where case_id is null`,
  `alter table aml_screenings alter column case_id set not null, drop constraint aml_screenings_pkey,
    add primary key (case_id, id)`,
  'drop index aml_screenings_by_case',
  'drop index aml_screenings_to_erase',
  'create index aml_screenings_by_mode on aml_screenings (mode, id)',
  `create index aml_screenings_to_erase on aml_screenings (completed_at)
    where case_id = '' and sealed_hits is not null`,
];

const events = [
  `update events set case_id = '' where case_id is null`,
  'alter table events alter column case_id set not null',
  'alter table events drop constraint events_pkey',
  'alter table events add primary key (case_id, id)',
  'drop index events_by_case',
  `alter table delivery_attempts add column case_id ${ID} not null default ''`,
  `update delivery_attempts set case_id = events.case_id from events
    where events.id = event_id and events.case_id <> ''`,
  'alter table delivery_attempts alter column case_id drop default',
  'alter table delivery_attempts drop constraint delivery_attempts_pkey',
  'alter table delivery_attempts add primary key (case_id, event_id, endpoint_id, attempt)',
];

const queue = [
  'alter table deliveries rename to deliveries_of_before',
  `create table deliveries_to_send (event_id ${ID} not null, endpoint_id ${ID} not null, case_id ${ID} not null,
    due_at timestamptz(3) not null, attempt integer not null, schedule_from integer not null default 0,
    leased_until timestamptz(3)) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05)`,
  `insert into deliveries_to_send select event_id, endpoint_id, events.case_id, due_at, attempt, schedule_from, leased_until
    from deliveries_of_before join events on events.id = event_id where state = 'pending' and due_at is not null`,
  'drop table deliveries_of_before',
  'alter table deliveries_to_send rename to deliveries',
  'alter table deliveries add primary key (event_id, endpoint_id)',
  'create index deliveries_due on deliveries (endpoint_id, due_at)',
];
