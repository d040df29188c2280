import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { copyEmbeddedTemplate } from '../support/embeddedTemplate.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { newCase } from '../support/verification.ts';

test.runIf(process.platform === 'linux')('the memory of the embedded database stays bounded', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'idv-memory-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dir);
  const key = generateKey('secret', 'test');
  const { child, url } = startServiceProcess({
    DATA_DIR: dir,
    IDV_BOOTSTRAP_KEY: key,
    RATE_LIMIT_SCALE: '100',
  });
  const address = await url();
  for (let i = 0; i < 20; i++) {
    const created = await fetch(`${address}/v1/cases`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(newCase),
    });
    expect(created.status).toBe(201);
  }
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  expect(Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024).toBeLessThan(400);
});
