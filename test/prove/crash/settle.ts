import type { Kysely } from 'kysely';
import { connect } from '../../../src/service/db/connect.ts';
import type { Database } from '../../../src/service/db/schema.ts';
import { readConfig } from '../../../src/service/settings/config.ts';
import { startReceiver } from '../../support/receiver.ts';
import { waitFor } from '../../support/waitFor.ts';
import type { Cluster } from '../support/cluster.ts';
import type { Lab } from '../support/Lab.ts';
import type { ServiceNode } from '../support/startNode.ts';
import type { CrashLoad } from './CrashLoad.ts';
import { inconsistencies } from './inconsistencies.ts';

export const SETTLE_MS = 90_000;
/** Longer than a node relies on a claim of a dead one. */
const QUIET_MS = 12_000;
/** How long all that is left may take, on a machine that has much else to do. */
const MAX_MS_LEFT = 900_000;

/** A receiver of the events of test mode, registered at a node. */
export async function receive(lab: Lab, url: string, { keys }: Cluster) {
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
export async function settle({ service, running, load, receiver }: Left) {
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
  return { ok, answers: load.answers, linked: load.linked, documents: load.documents, ...left };
}

/** Jobs about cases, which end by themselves. */
async function jobsLeft(db: Kysely<Database>): Promise<{ id: string }[]> {
  return await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', ['screen_case', 'check_credential', 'read_document'])
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
