import pg from 'pg';
import { startReceiver } from '../support/receiver.ts';
import { fillCases } from './growth/fillCases.ts';
import { loopbackWebhooks } from './growth/loopbackWebhooks.ts';
import { Statements } from './growth/Statements.ts';
import { type Times, takeTimes } from './growth/takeTimes.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

const MOST_MS = 5;
const MOST_TIMES = 1.5;
/** What a clock that ticks in tenths of milliseconds makes of nothing. */
const NOISE_MS = 1;

/**
 * The same work on a thousand finished cases, on a hundred thousand and on a million: creating, reading, every filter of the
 * lists, a capture up to its webhook, what the clock does. Every statement that this sends plans without reading a large
 * table whole and takes less than 5 ms, and answers take at most one and a half times as long. The quick form looks at
 * plans alone, on ten thousand.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  if (!lab.hasPostgres()) return { ok: true, leftOut: 'PostgreSQL is not installed' };
  const service = await openLocal(lab, { config: loopbackWebhooks, database: 'postgres' });
  const client = new pg.Client({ connectionString: service.deps.config.databaseUrl! });
  await client.connect();
  lab.defer(() => client.end());
  const receiver = await startReceiver();
  lab.defer(() => receiver.close());
  const { body: endpoint } = await service.call('POST', '/webhook-endpoints', {
    json: { url: receiver.url },
  });
  const top = lab.size(1_000_000, 10_000);
  const sizes = [...new Set([1000, Math.min(top, 100_000), top])];
  const found: Record<string, Times & { statements: number; slowestMs: number }> = {};
  const faults: string[] = [];
  let filled = 0;
  for (const size of sizes) {
    for (const range = { from: filled, to: size }; range.from < size; range.from += 100_000) {
      const to = Math.min(range.from + 100_000, size);
      await fillCases(client, { from: range.from, to, endpointId: endpoint.id });
    }
    filled = size;
    const statements = new Statements();
    const times = await takeTimes({ service, receiver, rounds: lab.form === 'full' ? 200 : 3 }).finally(() =>
      statements.stop(),
    );
    const { slowest, faults: slow } = await statements.explain(client, lab.form === 'full' ? MOST_MS : 1000);
    faults.push(...slow.map((fault) => `${size}: ${fault}`));
    found[size] = { ...times, statements: statements.count, slowestMs: slowest };
  }
  const [first, last] = [found[1000]!, found[top]!];
  const slower = Object.entries(last.p50).filter(
    ([name, ms]) => ms > first.p50[name]! * MOST_TIMES + NOISE_MS,
  );
  const isFlat = lab.form === 'quick' || slower.length === 0;
  return {
    ok: isFlat && faults.length === 0,
    ...found,
    slower: slower.map(([name]) => name),
    faults: faults.slice(0, 8),
  };
}
