import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { newCase } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';
import { CrashLoad } from './crash/CrashLoad.ts';
import { receive, SETTLE_MS, settle } from './crash/settle.ts';
import { PatroniPair } from './failover/PatroniPair.ts';
import { PostgresPair } from './failover/PostgresPair.ts';
import type { Pair } from './failover/pair.ts';
import { post } from './failover/post.ts';
import { StreamOfHandoff } from './failover/StreamOfHandoff.ts';
import { cluster } from './support/cluster.ts';
import { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';
import type { ServiceNode } from './support/startNode.ts';
import { walletPeople } from './support/walletPeople.ts';

const CONCURRENCY = 6;
const NODES = 2;
/** The deliveries must not take longer than the failovers; a request must not wait for a lost server for long. */
const SETTINGS = {
  WEBHOOK_CONCURRENCY: '32',
  DB_CONNECT_TIMEOUT_MS: '2000',
  DB_STATEMENT_TIMEOUT_MS: '5000',
};
/** Requests between two failovers. */
const REQUESTS = 40;
/** How soon after the new primary's promotion each node takes a request again. */
const MAX_RECOVERY_MS = 10_000;
/** How far an asynchronous standby lags behind in the measurement. */
const LAG_MS = 300;

/**
 * PostgreSQL with a synchronous standby under load: the primary is killed, cut off by the network and switched over, and
 * the standby takes over. Nothing that was acknowledged is lost, no event has two ids, no case two outcomes; requests, streams and
 * the wake channel return by themselves. `PROVE_PARTS` names the parts to run: `patroni`, under Patroni and etcd behind HAProxy;
 * `plain`, two servers whose standby is promoted by the proof; `asynchronous`, where it is counted what was lost. The quick form is
 * of plain servers.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  if (lab.form === 'quick') return await PARTS.plain(lab);
  const parts = process.env['PROVE_PARTS']?.split(',') ?? Object.keys(PARTS);
  const found: Record<string, Findings> = {};
  for (const [name, part] of Object.entries(PARTS)) {
    if (!parts.includes(name)) continue;
    const own = new Lab(lab.form);
    found[name] = await part(own).finally(() => own.close());
  }
  const all = Object.values(found);
  return { ok: all.length > 0 && all.every(({ ok }) => ok), ...found };
}

const PARTS = {
  patroni: async (lab: Lab): Promise<Findings> => {
    const remedy = PatroniPair.missing();
    if (remedy) return { ok: false, leftOut: `Patroni cannot be run here: ${remedy}` };
    return await failOvers(lab, await PatroniPair.start(lab), 12);
  },
  plain: async (lab: Lab): Promise<Findings> =>
    await failOvers(lab, await PostgresPair.start(lab, { synchronous: true }), 24),
  asynchronous: countLost,
};

/** @param rounds of the full form. */
async function failOvers(lab: Lab, pair: Pair, rounds: number): Promise<Findings> {
  const { service, running, load } = await start(lab, pair);
  const receiver = await receive(lab, running[0]!.url, service);
  load.begin(CONCURRENCY);
  const times = Object.fromEntries(
    pair.ways.map((way) => [way, { takenOverMs: 0, recoveredMs: 0, streamMs: 0 }]),
  );
  const count = lab.size(rounds, pair.ways.length);
  for (let round = 0; round < count; round++) {
    const way = pair.ways[round % pair.ways.length]!;
    await goesOn(load);
    const stream = await StreamOfHandoff.open(running[round % NODES]!, service);
    const began = performance.now();
    const promotedAt = await pair.failOver(way);
    const at = await Promise.all(running.map(({ url }) => takesRequests(url, service.keys.test)));
    const most = times[way]!;
    most.takenOverMs = Math.max(most.takenOverMs, Math.round(promotedAt - began));
    most.recoveredMs = Math.max(most.recoveredMs, Math.round(Math.max(...at) - promotedAt));
    most.streamMs = Math.max(most.streamMs, await stream.hearsOf(running[(round + 1) % NODES]!));
    await pair.restore();
    await waitFor(() => running.every(isListening), SETTLE_MS);
  }
  await goesOn(load);
  await load.end();
  const lost = await missing(pair.url, load);
  const left = await settle({ service, running, load, receiver });
  const twoIds = eventsOfTwoIds(receiver.received.map(({ body }) => body));
  const twoOutcomes = casesOfTwoOutcomes(receiver.received.map(({ body }) => body));
  const slowest = Math.max(
    ...Object.values(times).flatMap(({ recoveredMs, streamMs }) => [recoveredMs, streamMs]),
  );
  const ok =
    left.ok &&
    lost.length + twoIds.length + twoOutcomes.length === 0 &&
    slowest <= lab.limit(MAX_RECOVERY_MS);
  return { ...left, ok, rounds: count, ...times, lost: lost.slice(0, 3), twoIds, twoOutcomes };
}

/** What a standby that is some hundred milliseconds behind loses with its primary. */
async function countLost(lab: Lab): Promise<Findings> {
  const pair = await PostgresPair.start(lab, { synchronous: false });
  const { load } = await start(lab, pair);
  load.begin(CONCURRENCY);
  await goesOn(load);
  pair.holdBack();
  await pause(LAG_MS);
  await pair.failOver('killed');
  await load.end();
  return {
    ok: true,
    lagMs: LAG_MS,
    answered: load.answered.length,
    lost: (await missing(pair.url, load)).length,
  };
}

async function start(lab: Lab, { url }: Pair) {
  const service = await cluster(lab, 'postgres', url);
  const people = await walletPeople(lab);
  const running: ServiceNode[] = [];
  for (let node = 0; node < NODES; node++)
    running.push(await service.start({ ...SETTINGS, ...people.settings }));
  return {
    service,
    running,
    load: new CrashLoad(() => running.map((one) => one.url), service.keys.test, people),
  };
}

function goesOn(load: CrashLoad): Promise<void> {
  const enough = load.answered.length + REQUESTS;
  return waitFor(() => load.answered.length >= enough, SETTLE_MS);
}

/** @returns when a node created a case. */
async function takesRequests(url: string, key: string): Promise<number> {
  await waitFor(async () => (await post(`${url}/v1/cases`, key, newCase).catch(() => null))?.status === 201);
  return performance.now();
}

/** Whether the last that the log says of the wake channel is that it is open. */
function isListening({ log }: ServiceNode): boolean {
  const said = readFileSync(log, 'utf8').match(/wake channel (lost|open again)/g) ?? [];
  return said.at(-1) !== 'wake channel lost';
}

/** The cases whose creation was acknowledged and that do not exist. */
async function missing(databaseUrl: string, { answered }: CrashLoad): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ids = answered.map(({ id }) => id);
  const { rows } = await client
    .query('select id from unnest($1::text[]) id where id not in (select id from cases)', [ids])
    .finally(() => client.end());
  return rows.map(({ id }) => id);
}

interface SentEvent {
  id: string;
  type: string;
  data: { caseId?: string; version?: number; status?: string };
}

/** Each version of a case has one event. */
function eventsOfTwoIds(bodies: string[]): string[] {
  return ofTwo(bodies, ({ id, type, data }) => [`${data.caseId} ${data.version} ${type}`, id]);
}

/** A case is approved or declined once. */
function casesOfTwoOutcomes(bodies: string[]): string[] {
  return ofTwo(bodies, ({ id, type, data }) =>
    /^case\.(approved|declined)$/.test(type) ? [data.caseId ?? '', id] : null,
  );
}

function ofTwo(
  bodies: string[],
  pairOf: (event: SentEvent) => [key: string, value: string] | null,
): string[] {
  const values = new Map<string, Set<string>>();
  for (const body of bodies) {
    const [key, value] = pairOf(JSON.parse(body) as SentEvent) ?? [];
    if (key) values.set(key, (values.get(key) ?? new Set()).add(value!));
  }
  return [...values].filter(([, all]) => all.size > 1).map(([key]) => key);
}
