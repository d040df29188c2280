import { type Kysely, sql } from 'kysely';
import { partitionOf } from '../partitions.ts';
import type { Database } from '../schema.ts';

/**
 * Keeps the speed of work independent of the number of cases. Sweeps search columns of their own, so that most changes
 * of a case update no index. Events, deliveries and attempts are partitioned by week.
 */
export async function growth(db: Kysely<Database>): Promise<void> {
  for (const statement of [...cases, ...endpoints]) await sql.raw(statement).execute(db);
  for (const table of ['events', 'deliveries', 'delivery_attempts']) await part(db, table);
}

const cases = [
  `alter table cases
    add column ended_at timestamptz(3) generated always as (case when data_key is not null
      and status in ('approved', 'declined', 'canceled', 'expired') then coalesce(decided_at, updated_at) end) stored,
    add column is_monitored boolean generated always as (coalesce(data_key is not null and facts->>'details' = 'ok'
      and status in ('requires_input', 'processing', 'in_review', 'approved'), false)) stored,
    add column pictures_deleted_at timestamptz(3)`,
  'alter table cases set (fillfactor = 80)',
  'drop index cases_ended',
  'drop index cases_to_monitor',
  'create index cases_ended on cases (ended_at) where ended_at is not null',
  `create index cases_with_pictures on cases (ended_at) where ended_at is not null and pictures_deleted_at is null`,
  'create index cases_to_monitor on cases (coalesce(aml_dataset, 0)) where is_monitored',
  'create index cases_by_status on cases (mode, status, id)',
  'create index events_by_type on events (mode, type, id)',
];

const endpoints = [
  'alter table webhook_endpoints add column deleted_at timestamptz(3), add column failing_since timestamptz(3)',
  'alter table deliveries drop constraint deliveries_event_id_fkey, drop constraint deliveries_endpoint_id_fkey',
  'alter table delivery_attempts drop constraint delivery_attempts_event_id_endpoint_id_fkey',
];

/** Existing rows become the first partition, unchanged. A default partition takes rows that belong to no other. */
async function part(db: Kysely<Database>, table: string): Promise<void> {
  const key = table === 'events' ? 'id' : 'event_id';
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = ${table}`.execute(db);
  const primary = {
    events: 'id',
    deliveries: 'event_id, endpoint_id',
    delivery_attempts: 'event_id, endpoint_id, attempt',
  };
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const { name } of rows) await run(`alter index ${name} rename to ${name}_before`);
  await run(`alter table ${table} rename to ${table}_before`);
  await run(`create table ${table} (like ${table}_before including defaults,
    primary key (${primary[table as keyof typeof primary]})) partition by range (${key})`);
  for (const { name, definition } of rows.filter(({ name }) => !name.endsWith('_pkey'))) {
    await run(
      definition
        .replace(/ ON (\S+) USING/, (_all, on) => ` ON ${String(on).replace(/_before$/, '')} USING`)
        .replace(`INDEX ${name}_before`, `INDEX ${name}`),
    );
  }
  const bound = partitionOf('events', new Date()).to;
  await run(
    `alter table ${table} attach partition ${table}_before for values from (minvalue) to ('${bound}')`,
  );
  await run(`create table ${table}_rest partition of ${table} default`);
  if (table === 'deliveries') {
    for (const one of ['deliveries_before', 'deliveries_rest'])
      await run(`alter table ${one} set (fillfactor = 70)`);
  }
}
