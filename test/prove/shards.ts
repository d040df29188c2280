import pg from 'pg';
import { startReceiver } from '../support/receiver.ts';
import { splitDatabase } from '../support/splitDatabase.ts';
import { loopbackWebhooks } from './growth/loopbackWebhooks.ts';
import { Statements } from './growth/Statements.ts';
import { Placement } from './shards/Placement.ts';
import { runTests } from './shards/runTests.ts';
import { wayOfCases } from './shards/wayOfCases.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

const SHARDS = 8;

/**
 * Case tables split by a hash of `case_id` into eight shards. Every statement for one case, from its creation to its
 * erasure, including jobs, deliveries and reads, must go to one shard by its plan. In the full form the tests of the
 * service must pass on such a database too.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  if (!lab.hasPostgres()) return { ok: true, leftOut: 'PostgreSQL is not installed' };
  const databaseUrl = await lab.database('empty');
  await splitDatabase(databaseUrl, SHARDS);
  const service = await openLocal(lab, { config: { ...loopbackWebhooks, databaseUrl } });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  lab.defer(() => client.end());
  const receiver = await startReceiver();
  lab.defer(() => receiver.close());
  await service.call('POST', '/webhook-endpoints', { json: { url: receiver.url } });
  await service.tick();
  const ofCases = await recorded(databaseUrl, () => wayOfCases(service, receiver));
  const ofAll = await recorded(databaseUrl, async () => {
    for (const path of ['/cases', '/events', '/aml/screen', '/stats?from=2026-01-01&to=2026-01-02'])
      await service.call('GET', path);
    service.advance(3_600_000);
    await service.tick();
  });
  const placement = await Placement.read(client);
  const hot = await placesOf(placement, ofCases);
  const cold = await placesOf(
    placement,
    ofAll.filter(([text]) => !ofCases.some(([known]) => known === text)),
  );
  const tests = lab.form === 'full' ? await runTests(lab, SHARDS) : { failed: 0 };
  const crossing = hot.crossing.map((text) => text.slice(0, 160));
  return {
    ok: hot.count > 0 && crossing.length === 0 && tests.failed === 0,
    shards: SHARDS,
    partitions: placement.count,
    statements: hot.count,
    ofSplitTables: hot.split,
    crossing,
    listsAndSweeps: { statements: cold.count, crossing: cold.crossing.length },
    ...(lab.form === 'full' && { tests }),
  };
}

type Statement = [text: string, values: unknown[]];

/** The statements sent to a database during the work. */
async function recorded(databaseUrl: string, work: () => Promise<void>): Promise<Statement[]> {
  const statements = new Statements(new URL(databaseUrl).pathname.slice(1));
  await work().finally(() => statements.stop());
  return statements.all;
}

async function placesOf(
  placement: Placement,
  statements: Statement[],
): Promise<{ count: number; split: number; crossing: string[] }> {
  const crossing: string[] = [];
  let split = 0;
  for (const [text, values] of statements) {
    const places = await placement.placesOf(text, values);
    if (places.length > 0) split++;
    if (places.some(({ count }) => count > 1)) crossing.push(text.replaceAll(/\s+/g, ' '));
  }
  return { count: statements.length, split, crossing };
}
