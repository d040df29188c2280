import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '../support/waitFor.ts';
import { cluster } from './support/cluster.ts';
import { inLanes } from './support/inLanes.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';
import type { ServiceNode } from './support/startNode.ts';

const CONCURRENCY = 12;
const MAX_MS = 1000;
/** Milliseconds for which calls with a revoked key continue. */
const WATCH_MS = 1500;
/** The full form asks without a pause. */
const EVERY_MS = 40;

/**
 * Keys rolled on one of two nodes while both are busy with them: no request that begins more than a second after the
 * answer to the roll is let in by either, and the new key works on both at once.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const count = lab.size(1000, 4);
  const { keys, start } = await cluster(lab, 'postgres');
  const nodes = [await start(), await start()];
  const ask = (url: string, key: string, path = '/cases?limit=1') =>
    fetch(`${url}/v1${path}`, { headers: { Authorization: `Bearer ${key}` } }).then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    });
  const post = async (url: string, path: string, json: object) => {
    const headers = { Authorization: `Bearer ${keys.test}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(json) });
    return (await response.json()) as { id: string; key: string };
  };
  const latest: number[] = [];
  const counts = { survivors: 0, newRefused: 0, asked: 0 };
  await inLanes(count, CONCURRENCY, async (index) => {
    const node = nodes[index % 2]!;
    const before = await post(node.url, '/keys', { scopes: ['cases:read'] });
    for (const { url } of nodes) await ask(url, before.key);
    const after = await post(node.url, `/keys/${before.id}/roll`, {});
    const rolled = performance.now();
    let last = 0;
    for (const { url } of nodes) if ((await ask(url, after.key)) !== 200) counts.newRefused++;
    for (let began = performance.now(); began - rolled < WATCH_MS; began = performance.now()) {
      const answers = await Promise.all(nodes.map(({ url }) => ask(url, before.key)));
      counts.asked += answers.length;
      if (lab.form === 'quick') await pause(EVERY_MS);
      if (answers.every((status) => status === 401)) continue;
      last = Math.max(last, began - rolled);
      if (began - rolled > lab.limit(MAX_MS)) counts.survivors++;
    }
    const isRefused = async ({ url }: ServiceNode) => (await ask(url, before.key)) === 401;
    for (const each of nodes) await waitFor(() => isRefused(each));
    latest.push(last);
  });
  latest.sort((a, b) => a - b);
  const longestMs = Math.round(latest.at(-1)!);
  const ok = counts.survivors === 0 && counts.newRefused === 0 && latest.length === count;
  return { ok, keys: count, nodes: nodes.length, longestMs, ...counts };
}
