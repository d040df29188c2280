import { setTimeout as pause } from 'node:timers/promises';
import { PageLoad } from './nodes/PageLoad.ts';
import { cluster } from './support/cluster.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';
import type { ServiceNode } from './support/startNode.ts';

/** Milliseconds that judging a capture with its trail takes on one core (`npm run -s bench -- selfie`). */
const JUDGE_MS = { full: 900, quick: 50 };
const MIN_RATIO = { two: 1.8, three: 2.6 };
/** People at a time for each node: enough for its one place to be always taken. The quick form measures nothing. */
const PEOPLE = { full: 5, quick: 2 };

/**
 * Whole verifications a second with one, two and three nodes on one database, where each judges one picture at a time
 * and the time for that is waited, not worked: the cores are those of all nodes. Then one node is killed and the others
 * are restarted one after the other amid the load, and nothing fails. The quick form shows two nodes alone.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  if (!lab.hasPostgres()) return { ok: true, leftOut: 'PostgreSQL is not installed' };
  const { keys, start } = await cluster(lab, 'postgres');
  const settings = { WORKER_LANES: '1', PROVE_JUDGE_MS: String(JUDGE_MS[lab.form]), DRAIN_DELAY_MS: '0' };
  const script = new URL('./nodes/waitingNode.ts', import.meta.url).pathname;
  const open = () => start(settings, script);
  const nodes: ServiceNode[] = [await open()];
  const seconds = lab.size(60, 0.5);
  const rates: number[] = [];
  const done: number[] = [];
  const failures: string[] = [];
  for (let count = 1; count <= lab.size(3, 2); count++) {
    while (nodes.length < count) nodes.push(await open());
    const load = new PageLoad(nodes, { key: keys.test, failures, people: PEOPLE[lab.form] });
    rates.push(await load.rate(seconds));
    done.push(load.done);
  }
  const [one = 0, two = 0, three = 0] = rates;
  const restarts = lab.form === 'full' ? await restartAmid(nodes, { key: keys.test, open }) : [];
  const ratios = { two: round(two / one), three: round(three / one) };
  const scales =
    lab.form === 'quick'
      ? done.every((count) => count > 0)
      : ratios.two >= MIN_RATIO.two && ratios.three >= MIN_RATIO.three;
  const ok = scales && failures.length + restarts.length === 0;
  return {
    ok,
    perSecond: rates.map(round),
    ratios,
    judgeMs: JUDGE_MS[lab.form],
    failures: failures.slice(0, 3),
    restarts,
  };
}

/** @returns the failures while the second node was killed and the third restarted, for people at the first node. */
async function restartAmid(
  nodes: ServiceNode[],
  { key, open }: { key: string; open: () => Promise<ServiceNode> },
): Promise<string[]> {
  const failures: string[] = [];
  const people = PEOPLE.full;
  const load = new PageLoad([nodes[0]!], { key, failures, people }).run(performance.now() + 45_000);
  await pause(3000);
  await nodes[1]!.end('SIGKILL');
  nodes[1] = await open();
  await nodes[2]!.end('SIGTERM');
  nodes[2] = await open();
  await load;
  return failures;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
