import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../support/startPostgres.ts';
import { waitFor } from '../support/waitFor.ts';
import { CrashLoad } from './crash/CrashLoad.ts';
import { receive, SETTLE_MS, settle } from './crash/settle.ts';
import { cluster } from './support/cluster.ts';
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
