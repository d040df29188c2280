import pg from 'pg';
import { startReceiver } from '../support/receiver.ts';
import { fillCases } from './growth/fillCases.ts';
import { loopbackWebhooks } from './growth/loopbackWebhooks.ts';
import { Statements } from './growth/Statements.ts';
import { type Subject, takeTimes } from './growth/takeTimes.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

const FEW = 1000;
const MAX_MS = 5;
const MAX_TIMES = 1.5;
/** Measurement noise of a clock with a resolution of tenths of milliseconds. */
const NOISE_MS = 1;

/**
 * The same work on a thousand finished cases, on a hundred thousand and on a million: creating, reading, every filter of the
 * lists, a capture up to its webhook, what the clock does. Every statement that this sends plans without reading a large
 * table whole and takes less than 5 ms, and answers take at most one and a half times as long. The quick form looks at
 * plans alone, on ten thousand.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  if (!lab.hasPostgres()) return { ok: true, leftOut: 'PostgreSQL is not installed' };
  const [small, large] = [await openFilled(lab), await openFilled(lab)];
  const top = lab.size(1_000_000, 10_000);
  const rounds = lab.form === 'full' ? 200 : 1;
  await fillTo(small, FEW);
  const found: Record<string, object> = {};
  const faults: string[] = [];
  let slower: string[] = [];
  for (const size of new Set([Math.min(top, 100_000), top])) {
    await fillTo(large, size);
    const statements = new Statements(large.database);
    // Alternating, so that other load affects both alike.
    const [few, many] = await takeTimes([small, large], rounds).finally(() => statements.stop());
    const maxMs = lab.limit(MAX_MS);
    const { slowest, faults: slow } = await statements.explain(large.client, maxMs);
    faults.push(...slow.map((fault) => `${size}: ${fault}`));
    found[size] = { few, many, statements: statements.count, slowestMs: slowest };
    slower = Object.keys(many!.p50).filter(
      (name) => many!.p50[name]! > few!.p50[name]! * MAX_TIMES + NOISE_MS,
    );
  }
  const isFlat = lab.form === 'quick' || slower.length === 0;
  return { ok: isFlat && faults.length === 0, ...found, slower, faults: faults.slice(0, 8) };
}

interface Filled extends Subject {
  client: pg.Client;
  database: string;
  endpointId: string;
  size: number;
}

async function openFilled(lab: Lab): Promise<Filled> {
  const service = await openLocal(lab, { config: loopbackWebhooks });
  const url = service.deps.config.databaseUrl!;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  lab.defer(() => client.end());
  const receiver = await startReceiver();
  lab.defer(() => receiver.close());
  const { body } = await service.call('POST', '/webhook-endpoints', { json: { url: receiver.url } });
  const database = new URL(url).pathname.slice(1);
  return { service, receiver, client, database, endpointId: body.id, size: 0 };
}

const AT_ONCE = 100_000;

async function fillTo(one: Filled, size: number): Promise<void> {
  while (one.size < size) {
    const to = Math.min(one.size + AT_ONCE, size);
    await fillCases(one.client, { from: one.size, to, endpointId: one.endpointId });
    one.size = to;
  }
}
