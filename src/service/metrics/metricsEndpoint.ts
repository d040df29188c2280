import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hono } from 'hono';
import { type Kysely, sql } from 'kysely';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { Dataset } from '../../contract/amlScreening.ts';
import type { ServiceContext } from '../context.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { PoolUse } from '../db/connect.ts';
import { requireWrites } from '../db/requireWrites.ts';
import type { Database } from '../db/schema.ts';
import { keyStore } from '../db/store/keyStore.ts';
import { quarantine } from '../db/store/quarantine.ts';
import { storedPictures } from '../db/store/storedPictures.ts';
import type { Env } from '../http/env.ts';
import { errorForLog, type Log } from '../log.ts';
import type { Readiness } from '../readiness/readiness.ts';
import type { ScreeningLists } from '../screenings/screeningLists.ts';
import { ConfigError } from '../settings/config.ts';

/** The body of a scrape: OpenMetrics text. */
export interface MetricsEndpoint {
  contentType: string;
  text(): Promise<string>;
}

type Needs = Pick<ServiceContext, 'metrics' | 'db' | 'clock' | 'log'> & {
  lists: ScreeningLists;
  pool: () => PoolUse | null;
};

/** Adds gauges that are read at each scrape: the process, the pool, the database, the lists. */
export function createMetricsEndpoint({
  metrics: { registry },
  db,
  clock,
  log,
  lists,
  pool,
}: Needs): MetricsEndpoint {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const connections = new Gauge({
    name: 'idv_database_connections',
    help: 'Connections of the pool by state; none with the embedded database.',
    labelNames: ['state'],
    registers,
  });
  const readDatabase = databaseGauges(registry, log);
  const readLists = listGauges(registry);
  return {
    contentType: registry.contentType,
    text: async () => {
      for (const [state, count] of Object.entries(pool() ?? {})) connections.set({ state }, count);
      const dataset = lists.inUse()?.index.dataset;
      readLists(dataset ? lists.stamp(dataset) : null, clock());
      await readDatabase(db, clock());
      return await registry.metrics();
    },
  };
}

interface Waiting {
  labels: Record<string, string>;
  count: number;
  seconds: number;
}

/**
 * Gauges of waiting work in the database, and its age. Only waiting rows are counted. A
 * database that does not answer, or takes no writes, shows as `idv_database_up 0`.
 * @returns a function that updates them.
 */
function databaseGauges(registry: Registry, log: Log): (db: Kysely<Database>, now: Date) => Promise<void> {
  const registers = [registry];
  const plain = (name: string, help: string) => new Gauge({ name, help, registers });
  const up = plain('idv_database_up', '1: the database responds, and takes writes.');
  const jobs = waitingGauges(registers, {
    name: 'idv_jobs',
    help: 'Background work that is due, by queue and kind',
    labelNames: ['kind', 'queue'],
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
    name: 'idv_quarantined',
    help: 'Damaged cases, watches and checks in quarantine, by the kind of work that found them.',
    labelNames: ['work'],
    registers,
  });
  const destroying = plain('idv_key_slots_due', 'Slots of erased data that are still to be destroyed.');
  const deleting = plain(
    'idv_picture_deletions_due',
    'Objects in the bucket of pictures that are still to be deleted.',
  );
  /** Logged once, not at each scrape. */
  let isDown = false;
  return async (db, now) => {
    try {
      await requireWrites(db);
      jobs(await waitingJobs(db, now));
      deliveries(await waitingDeliveries(db, now));
      endpoints.reset();
      for (const { status, count } of await endpointCounts(db)) endpoints.set({ status }, count);
      quarantined.reset();
      for (const { work, count } of await quarantine.counts(db)) quarantined.set({ work }, count);
      destroying.set(await keyStore.countToDestroy(db));
      deleting.set(await storedPictures.countUnused(db));
      up.set(1);
      isDown = false;
    } catch (error) {
      if (!isDown) log.warn('metrics without database', errorForLog(error));
      isDown = true;
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
    select jsonb_build_object('kind', kind, 'queue', queue) as labels, count(*)::int as count,
      extract(epoch from ${now}::timestamptz - min(run_at))::float8 as seconds
    from jobs where run_at <= ${now} group by queue, kind`.execute(db);
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

/**
 * Gauges of the lists in use.
 * @returns a function that updates them; `null` while no lists are in use.
 */
function listGauges(registry: Registry): (dataset: Pick<Dataset, 'lists'> | null, now: Date) => void {
  const registers = [registry];
  const inUse = new Gauge({ name: 'idv_lists_in_use', help: 'Number of lists in use.', registers });
  const entities = new Gauge({
    name: 'idv_list_entities',
    help: 'Number of entities in a list in use.',
    labelNames: ['list'],
    registers,
  });
  const age = new Gauge({
    name: 'idv_list_age_seconds',
    help: 'Seconds since a list in use was last confirmed to be current, or since its publication if it never was.',
    labelNames: ['list'],
    registers,
  });
  const refused = new Gauge({
    name: 'idv_list_refused',
    help: '1: the newest version of a list was refused, and the last good version is in use.',
    labelNames: ['list'],
    registers,
  });
  const stale = new Gauge({
    name: 'idv_list_stale',
    help: '1: a list in use exceeds its maximum age.',
    labelNames: ['list'],
    registers,
  });
  return (dataset, now) => {
    const lists = dataset?.lists ?? [];
    inUse.set(lists.length);
    for (const gauge of [entities, age, refused, stale]) gauge.reset();
    for (const { name: list, entities: count, fetchedAt, publishedAt, isStale, refused: refusal } of lists) {
      refused.set({ list }, refusal ? 1 : 0);
      stale.set({ list }, isStale ? 1 : 0);
      if (count !== null) entities.set({ list }, count);
      const confirmedAt = fetchedAt ?? publishedAt;
      if (confirmedAt) age.set({ list }, Math.max(0, (now.getTime() - Date.parse(confirmedAt)) / 1000));
    }
  };
}

interface Options {
  readiness: () => Promise<Readiness>;
  log: Log;
  host: string;
  port: number;
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a separate port for the internal network.
 * @throws {ConfigError} if the address is not available.
 */
export async function listenInternal(
  metricsEndpoint: MetricsEndpoint,
  { readiness, host, port, log }: Options,
): Promise<{ url: string; close(): Promise<void> }> {
  const answers: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/metrics': async (response) => {
      const text = await metricsEndpoint.text();
      response.writeHead(200, { 'Content-Type': metricsEndpoint.contentType }).end(text);
    },
    '/healthz': async (response) => sendJson(response, 200, { status: 'ok' }),
    '/readyz': async (response) => {
      const { isReady, checks } = await readiness();
      sendJson(response, isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', checks });
    },
  };
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    if (request.method !== 'GET' || !Object.hasOwn(answers, path)) {
      response.writeHead(404).end();
      return;
    }
    answers[path]!(response).catch((error) => {
      log.error('internal request failed', { path, ...errorForLog(error) });
      response.writeHead(500).end();
    });
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code;
    throw new ConfigError(
      `The address ${host}:${port} of METRICS_PORT is not available (${why}). Change HOST or METRICS_PORT.`,
      { cause },
    );
  }
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** `/metrics` for callers with the token; 404 for all others. */
export function mountMetrics(app: Hono<Env>, metricsEndpoint: MetricsEndpoint, token: string): void {
  app.get('/metrics', async (c, next) => {
    if (!isBearer(c.req.header('Authorization'), token)) return await next();
    return c.body(await metricsEndpoint.text(), 200, { 'Content-Type': metricsEndpoint.contentType });
  });
}

/**
 * Whether the header `Authorization` contains a token. Comparing hashes of equal length reveals nothing by its time.
 */
export function isBearer(header: string | undefined, token: string): boolean {
  const bearer = /^Bearer (.+)$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(Buffer.from(sha256(bearer)), Buffer.from(sha256(token)));
}
