import { type Kysely, sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/schema.ts';
import { amlQuarantine } from '../db/store/amlQuarantine.ts';

interface Waiting {
  labels: Record<string, string>;
  count: number;
  seconds: number;
}

/**
 * Gauges of what waits in the database, and for how long. Only rows that wait are counted, however many are done. A
 * database that does not answer shows as `idv_database_up 0`.
 * @returns reads them anew.
 */
export function databaseGauges(registry: Registry): (db: Kysely<Database>, now: Date) => Promise<void> {
  const registers = [registry];
  const up = new Gauge({ name: 'idv_database_up', help: '1: the database answers.', registers });
  const jobs = waitingGauges(registers, {
    name: 'idv_jobs',
    help: 'Background work that is due, by lane and kind',
    labelNames: ['kind', 'lane'],
  });
  const deliveries = waitingGauges(registers, {
    name: 'idv_deliveries',
    help: 'Deliveries that are due, by the status of their endpoint',
    labelNames: ['endpoint'],
  });
  const endpoints = new Gauge({
    name: 'idv_webhook_endpoints',
    help: 'Webhook endpoints, by status.',
    labelNames: ['status'],
    registers,
  });
  const quarantined = new Gauge({
    name: 'idv_monitoring_quarantined',
    help: 'Cases and watches that could not be screened against the newest lists.',
    registers,
  });
  return async (db, now) => {
    try {
      jobs(await waitingJobs(db, now));
      deliveries(await waitingDeliveries(db, now));
      endpoints.reset();
      for (const { status, count } of await endpointCounts(db)) endpoints.set({ status }, count);
      quarantined.set(await amlQuarantine.count(db));
      up.set(1);
    } catch {
      up.set(0);
    }
  };
}

interface Naming {
  name: string;
  help: string;
  labelNames: string[];
}

function waitingGauges(registers: Registry[], { name, help, labelNames }: Naming): (rows: Waiting[]) => void {
  const depth = new Gauge({ name: `${name}_due`, help: `${help}.`, labelNames, registers });
  const age = new Gauge({
    name: `${name}_oldest_seconds`,
    help: `${help}: for how long the oldest has waited.`,
    labelNames,
    registers,
  });
  return (rows) => {
    for (const gauge of [depth, age]) gauge.reset();
    for (const row of rows) {
      depth.set(row.labels, row.count);
      age.set(row.labels, Math.max(0, row.seconds));
    }
  };
}

async function waitingJobs(db: Kysely<Database>, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select jsonb_build_object('kind', kind, 'lane', lane) as labels, count(*)::int as count,
      extract(epoch from ${now}::timestamptz - min(run_at))::float8 as seconds
    from jobs where run_at <= ${now} group by lane, kind`.execute(db);
  return rows;
}

async function waitingDeliveries(db: Kysely<Database>, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select jsonb_build_object('endpoint', endpoint.status) as labels, count(*)::int as count,
      extract(epoch from ${now}::timestamptz - min(due_at))::float8 as seconds
    from deliveries join webhook_endpoints endpoint on endpoint.id = deliveries.endpoint_id
    where due_at <= ${now} group by endpoint.status`.execute(db);
  return rows;
}

async function endpointCounts(db: Kysely<Database>): Promise<{ status: string; count: number }[]> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from webhook_endpoints group by status`.execute(db);
  return rows;
}
