import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { readConfig } from '../../src/service/settings/config.ts';
import type { TestService } from '../support/openService.ts';
import { newCase } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';
import { inLanes } from './support/inLanes.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

const RECEIVERS = 8;
const FAILS = 0.3;
const HANGS = 0.05;
const RESETS = 0.05;
/** How long those hang that end by themselves: in the full form the service has to give up. */
const SHORT_HANG_MS = 300;
/** Nearly all events. */
const QUANTILE = 0.95;
/** Milliseconds that the slow receiver needs for each event. */
const SLOW_MS = 200;
/** Shrinks the schedule of days to half a minute. */
const TIME_SCALE = 0.0001;
/** Attempts at once to each receiver: all of them hold fewer than a process makes. */
const AT_ONCE = 31;

/** One receiver's knowledge of the cases, by `data.version` only. */
interface Tally {
  url: string;
  events: Set<string>;
  states: Map<string, { version: number; status: string }>;
  calls: number;
  /** When nearly all had come: the last ones wait for their turn in the schedule, at all receivers alike. */
  quantileAt: number;
}

/**
 * Sends events to receivers whose calls sometimes fail, hang or are reset; one receiver is always slow. Each event must
 * reach each receiver, the newest version at each must match the database, and the slow receiver must delay no other.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const size = lab.size(100_000, 96);
  const config = {
    webhooks: {
      ...readConfig({}).webhooks,
      allowLoopback: true,
      timeScale: lab.size(TIME_SCALE, TIME_SCALE / 10),
      perEndpoint: lab.size(AT_ONCE, 16),
    },
  };
  const service = await openLocal(lab, { config });
  const receivers: Tally[] = [];
  // Two events for each case, at each receiver.
  const cases = Math.ceil(size / RECEIVERS / 2);
  const quantileCount = Math.floor(QUANTILE * cases * 2);
  for (let index = 0; index < RECEIVERS; index++)
    receivers.push(await receive(lab, { isSlow: index === 0, most: quantileCount }));
  for (const { url } of receivers) await service.call('POST', '/webhook-endpoints', { json: { url } });
  const clock = setInterval(() => service.advance(50), 50);
  lab.defer(() => clearInterval(clock));
  await inLanes(cases, 16, async () => {
    const { id } = (await service.call('POST', '/cases', { json: newCase })).body;
    await service.call('POST', `/cases/${id}/cancel`);
  });
  const { db } = service.deps;
  const began = performance.now();
  const isDelivered = async () => {
    await pause(lab.size(500, 5));
    return (await db.selectFrom('deliveries').select('event_id').limit(1).execute()).length === 0;
  };
  const settled = () => waitFor(isDelivered, lab.size(3_600_000, 150_000));
  await settled();
  // Ten failed attempts in a row happen to one event in ten thousand: `recover` is made for that.
  const abandoned = await failed(db);
  const { data: endpoints } = (await service.call('GET', '/webhook-endpoints')).body;
  for (let round = 0; round < 3 && (await failed(db)) > 0; round++) {
    for (const { id } of endpoints)
      await service.call('POST', `/webhook-endpoints/${id}/recover`, {
        json: { since: '2020-01-01T00:00:00Z' },
      });
    await settled();
  }
  const rows = await db.selectFrom('cases').select(['id', 'version', 'status']).execute();
  const events = (await db.selectFrom('events').select('id').where('case_id', '<>', '').execute()).length;
  const missing = receivers.reduce((sum, tally) => sum + events - tally.events.size, 0);
  const wrong = receivers.flatMap(({ states }) =>
    rows.filter(({ id, version, status }) => {
      const last = states.get(id);
      return last?.version !== version || last.status !== status;
    }),
  ).length;
  const ends = receivers.map(({ quantileAt }) => Math.round(quantileAt - began));
  const [slow, ...others] = ends as [number, ...number[]];
  const calls = receivers.reduce((sum, tally) => sum + tally.calls, 0);
  // Of few events chance decides more than the slow one does.
  const unhindered = lab.form === 'quick' || lab.share < 1 || Math.max(...others) < slow;
  const ok = missing === 0 && wrong === 0 && events === cases * 2 && unhindered;
  return {
    ok,
    deliveries: events * RECEIVERS,
    calls,
    missing,
    wrong,
    givenUp: abandoned,
    slowMostMs: slow,
    othersMostMs: Math.max(...others),
  };
}

/** How many events did not get to an endpoint at the last attempt. */
async function failed(db: TestService['deps']['db']): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    select count(*)::int as failed from (
      select distinct on (event_id, endpoint_id) status from delivery_attempts order by event_id, endpoint_id, attempt desc
    ) last where status = 'failed'`.execute(db);
  return rows[0]!.failed;
}

async function receive(
  lab: Lab,
  { isSlow, most: quantileCount }: { isSlow: boolean; most: number },
): Promise<Tally> {
  const tally: Tally = { url: '', events: new Set(), states: new Map(), calls: 0, quantileAt: 0 };
  const server = createServer(async (request, response) => {
    tally.calls++;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fate = Math.random();
    if (fate < FAILS) return response.writeHead(500).end();
    if (fate < FAILS + HANGS) {
      if (lab.form === 'quick') setTimeout(() => request.socket.destroy(), SHORT_HANG_MS);
      return undefined;
    }
    if (fate < FAILS + HANGS + RESETS) return request.socket.resetAndDestroy();
    record(tally, JSON.parse(Buffer.concat(chunks).toString()));
    if (tally.events.size === quantileCount) tally.quantileAt ||= performance.now();
    if (isSlow) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    return response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  lab.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  tally.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return tally;
}

interface Body {
  id: string;
  data: { caseId: string | null; version: number; status: string };
}

function record(tally: Tally, { id, data }: Body): void {
  if (tally.events.has(id)) return;
  tally.events.add(id);
  const { caseId, version, status } = data;
  if (caseId && (tally.states.get(caseId)?.version ?? 0) < version)
    tally.states.set(caseId, { version, status });
}
