import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { connect } from '../../src/service/db/connect.ts';
import type { Database } from '../../src/service/db/schema.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { startReceiver } from '../support/receiver.ts';
import { startPostgres } from '../support/startPostgres.ts';
import { waitFor } from '../support/waitFor.ts';
import { CrashLoad } from './crash/CrashLoad.ts';
import { inconsistencies } from './crash/inconsistencies.ts';
import { type Cluster, cluster } from './support/cluster.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';
import type { ServiceNode } from './support/startNode.ts';
import { walletPeople } from './support/walletPeople.ts';

const CONCURRENCY = 6;
/** The deliveries must not take longer than the kills. */
const FAST = { WEBHOOK_CONCURRENCY: '32' };
/** Requests between two kills, at most, and the time after the last of them. */
const MAX_REQUESTS = 60;
const MAX_MS = 30;
const SETTLE_MS = 90_000;
/** Longer than a node relies on a claim of a dead one. */
const QUIET_MS = 12_000;
/** How long all that is left may take, on a machine that has much else to do. */
const MAX_MS_LEFT = 900_000;

/**
 * kill -9 at random moments under load: the one process of an embedded database, one of two nodes on PostgreSQL in turn,
 * and all processes of PostgreSQL itself, side by side. Afterwards no case is without its events or the other way round, every event has
 * reached its receiver, nothing is stuck, and an answer that was given is given again.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const parts: Record<string, Promise<object>> = {};
  if (lab.form === 'full' || !lab.hasPostgres())
    parts['embedded'] = killNodes(lab, { database: 'embedded', nodes: 1, kills: lab.size(150, 1) });
  if (lab.hasPostgres())
    parts['postgres'] = killNodes(lab, { database: 'postgres', nodes: 2, kills: lab.size(150, 1) });
  if (lab.form === 'full') parts['database'] = killPostgres(lab, lab.size(20, 1));
  await Promise.all(Object.values(parts));
  const found: Record<string, object> = {};
  for (const [part, work] of Object.entries(parts)) found[part] = await work;
  const ok = Object.values(found).every((one) => (one as { ok: boolean }).ok);
  return { ok, ...found };
}

async function killNodes(
  lab: Lab,
  { database, nodes, kills }: { database: 'embedded' | 'postgres'; nodes: number; kills: number },
) {
  const service = await cluster(lab, database);
  const people = await walletPeople(lab);
  const settings = { ...FAST, ...people.settings };
  const running: (ServiceNode | null)[] = [];
  for (let node = 0; node < nodes; node++) running.push(await service.start(settings));
  const urls = () => running.flatMap((node) => (node ? [node.url] : []));
  const receiver = await receive(lab, urls()[0]!, service);
  const load = new CrashLoad(urls, service.keys.test, people);
  load.begin(CONCURRENCY);
  for (let kill = 0; kill < kills; kill++) {
    const victim = kill % nodes;
    await work(load);
    const node = running[victim]!;
    running[victim] = null;
    await node.end('SIGKILL');
    running[victim] = await service.start(settings);
  }
  await load.end();
  return { kills, ...(await settle({ service, running, load, receiver })) };
}

/** Until some more requests were answered, and a random moment longer. */
async function work(load: CrashLoad): Promise<void> {
  const enough = load.answers + Math.random() * MAX_REQUESTS;
  await waitFor(() => load.answers > enough, SETTLE_MS);
  await pause(Math.random() * MAX_MS);
}

/** PostgreSQL is stopped as by a crash (`immediate`: its processes are killed, nothing is written) and started again. */
async function killPostgres(lab: Lab, kills: number) {
  const postgres = startPostgres({ durable: true });
  lab.defer(() => postgres.stop());
  const service = await cluster(lab, 'postgres', postgres.url);
  const people = await walletPeople(lab);
  const settings = { ...FAST, ...people.settings, DB_CONNECT_TIMEOUT_MS: '2000' };
  const running = [await service.start(settings)];
  const urls = () => running.map(({ url }) => url);
  const receiver = await receive(lab, urls()[0]!, service);
  const load = new CrashLoad(urls, service.keys.test, people);
  load.begin(CONCURRENCY);
  for (let kill = 0; kill < kills; kill++) {
    await work(load);
    postgres.crash();
    const made = load.answered.length;
    await waitFor(() => load.answered.length > made, 30_000);
  }
  await load.end();
  return { kills, ...(await settle({ service, running, load, receiver })) };
}

async function receive(lab: Lab, url: string, { keys }: Cluster) {
  const receiver = await startReceiver();
  lab.defer(() => receiver.close());
  const headers = { Authorization: `Bearer ${keys.test}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ url: receiver.url });
  const response = await fetch(`${url}/v1/webhook-endpoints`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(`No endpoint: ${response.status}`);
  return receiver;
}

interface Left {
  service: Cluster;
  running: (ServiceNode | null)[];
  load: CrashLoad;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
}

/** Waits until no work is left, then inspects the remaining state. */
async function settle({ service, running, load, receiver }: Left) {
  const wrongReplays = await load.replay(200);
  const reached = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size;
  // The embedded database has one process at a time: that must end before we can look.
  const isEmbedded = service.databaseUrl === null;
  if (isEmbedded) {
    await stands(reached, QUIET_MS);
    await running[0]!.end('SIGTERM');
  }
  const { db, close } = await connect({
    ...readConfig({}),
    databaseUrl: service.databaseUrl,
    dataDir: service.dataDir,
  });
  const count = async (table: 'events' | 'cases' | 'deliveries') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const open = () => count('deliveries');
  if (!isEmbedded) {
    // Jobs first: the last one leaves a delivery, which the count after it includes.
    const work = async () => (await jobsLeft(db)).length + (await open());
    let left = await work();
    const isOver = async () => {
      left = await work();
      return left === 0;
    };
    await Promise.race([waitFor(isOver, MAX_MS_LEFT), stands(() => left, SETTLE_MS)]);
  }
  const stuckJobs = await jobsLeft(db);
  const left = {
    cases: await count('cases'),
    events: await count('events'),
    reached: reached(),
    undelivered: await open(),
    stuck: stuckJobs.length,
    halfDone: await inconsistencies(db),
    wrongReplays: wrongReplays.slice(0, 3),
    unexpected: [...new Set(load.unexpected)].slice(0, 5),
  };
  await close();
  const ok =
    left.cases > 0 &&
    left.undelivered === 0 &&
    left.reached === left.events &&
    left.stuck === 0 &&
    left.halfDone.length + left.wrongReplays.length + left.unexpected.length === 0;
  return { ok, answers: load.answers, linked: load.linked, ...left };
}

/** Jobs about cases, which end by themselves. */
async function jobsLeft(db: Kysely<Database>): Promise<{ id: string }[]> {
  return await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', ['screen_case', 'check_credential'])
    .execute();
}

/** Until a count has not changed for so long. */
async function stands(count: () => number, ms: number): Promise<void> {
  let [last, since] = [count(), performance.now()];
  await waitFor(() => {
    if (count() !== last) [last, since] = [count(), performance.now()];
    return performance.now() - since > ms;
  }, MAX_MS_LEFT);
}
