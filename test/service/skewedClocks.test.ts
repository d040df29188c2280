import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { newDatabase } from '../support/newDatabase.ts';
import { startReceiver } from '../support/receiver.ts';
import { databases } from '../support/service.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { shiftedDate } from '../support/shiftedDate.ts';
import { newCase } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

/** Further than a lease, and than a challenge is valid. */
const AHEAD_MS = 600_000;

/** Starts nodes of one service whose clocks are ahead of ours by so many milliseconds. */
async function startNodes(...aheadMs: number[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-clocks-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const key = generateKey('secret', 'test');
  const shared = {
    DATA_DIR: dataDir,
    DATABASE_URL: await newDatabase(),
    IDV_MASTER_KEY: randomBytes(32).toString('base64'),
    IDV_BOOTSTRAP_KEY: key,
    METRICS_TOKEN: 'm'.repeat(32),
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  };
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return await Promise.all(
    aheadMs.map(async (ms) => {
      const clock = `data:text/javascript,${encodeURIComponent(shiftedDate(ms))}`;
      const { out, url } = startServiceProcess({ ...shared, NODE_OPTIONS: `--import ${clock}` });
      const at = await url();
      const post = async (path: string, json: unknown) => {
        const response = await fetch(`${at}/v1${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(json),
        });
        expect(response.status).toBe(201);
        return (await response.json()) as Record<string, string>;
      };
      const delivered = async () => {
        const metrics = await fetch(`${at}/metrics`, {
          headers: { Authorization: `Bearer ${shared.METRICS_TOKEN}` },
        });
        const text = await metrics.text();
        return Number(/^idv_webhook_attempt_seconds_count\{result="delivered"\} (\d+)/m.exec(text)?.[1] ?? 0);
      };
      return { out, post, delivered };
    }),
  );
}

test.skipIf(!databases.includes('postgres')).each([
  ['ahead', AHEAD_MS],
  ['behind', -AHEAD_MS],
])('a node whose clock is %s has the time of the database', async (_, ms) => {
  const [right, wrong] = await startNodes(0, ms);
  const times: number[] = [];
  for (const node of [right!, wrong!, right!])
    times.push(Date.parse((await node.post('/cases', newCase))['createdAt']!));
  // The tolerance of the comparison, and time for an answer of a busy database.
  expect(Math.abs(times[1]! - times[0]!)).toBeLessThan(30_000);
  expect(Math.abs(times[2]! - times[1]!)).toBeLessThan(30_000);
  expect(wrong!.out()).toMatch(new RegExp(`"event":"clock differs".*is ${ms < 0 ? '-' : ''}\\d+`));
  expect(right!.out()).not.toContain('clock differs');
});

test.skipIf(!databases.includes('postgres'))(
  'a node whose clock is ahead does not take over what another one is doing',
  async () => {
    const [right, ahead] = await startNodes(0, AHEAD_MS);
    const held: ServerResponse[] = [];
    let first = '';
    const receiver = await startReceiver((response, { body }) => {
      const { id } = JSON.parse(body);
      first ||= id;
      if (id === first) held.push(response);
      else response.writeHead(204).end();
    });
    onTestFinished(receiver.close);
    await right!.post('/webhook-endpoints', { url: receiver.url, eventTypes: ['case.created'] });
    await right!.post('/cases', newCase);
    await receiver.count(1);
    // It has then looked for due deliveries, past the one that is held.
    const before = await ahead!.delivered();
    await waitFor(async () => {
      await ahead!.post('/cases', newCase);
      return (await ahead!.delivered()) > before;
    });
    expect(held.length).toBe(1);
    for (const response of held) response.writeHead(204).end();
  },
);
