import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { copyEmbeddedTemplate } from '../support/embeddedTemplate.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { newCase } from '../support/verification.ts';

const key = generateKey('secret', 'test');
const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };

function start(dataDir: string) {
  return startServiceProcess({ DATA_DIR: dataDir, IDV_BOOTSTRAP_KEY: key });
}

async function newDataDir(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'idv-durable-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dir);
  return dir;
}

test('confirmed writes survive kill -9; the next process takes over the lock', async () => {
  const dataDir = await newDataDir();
  const first = start(dataDir);
  const created = await fetch(`${await first.url()}/v1/cases`, {
    method: 'POST',
    headers,
    body: JSON.stringify(newCase),
  });
  const { id } = (await created.json()) as { id: string };
  first.child.kill('SIGKILL');
  await first.exited;

  const second = start(dataDir);
  const address = await second.url();
  const read = async () => (await fetch(`${address}/v1/cases/${id}`, { headers })).status;
  expect(await read()).toBe(200);

  // It keeps running after its output pipe is closed.
  second.child.stdout?.destroy();
  second.child.stderr?.destroy();
  // Each answer is logged after it was sent, so the next answer shows the result.
  for (let i = 0; i < 3; i++) expect(await read()).toBe(200);
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
});

test('a live process keeps its data directory locked, and SIGTERM ends it', async () => {
  const dataDir = await newDataDir();
  const first = start(dataDir);
  await first.url();
  const second = start(dataDir);
  expect(await second.exited).toBe(1);
  expect(second.err()).toMatch(/^The data directory .+ is in use by another live process\. .+\n$/);
  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);
  expect(first.out()).toContain('"event":"stopped"');
});
