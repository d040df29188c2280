import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { copyEmbeddedTemplate } from '../support/embeddedTemplate.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';

test('secrets leave the environment once they are read', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-secrets-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const tellsAtItsEnd = "process.on('exit', () => console.error('left:', Object.keys(process.env).join()))";
  const { child, exited, url, err } = startServiceProcess({
    DATA_DIR: dataDir,
    IDV_BOOTSTRAP_KEY: generateKey('secret', 'test'),
    METRICS_TOKEN: 'nobody-guesses-this-one',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tellsAtItsEnd)}`,
  });
  await url();
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  await expect.poll(err).toContain('DATA_DIR');
  expect(err()).not.toMatch(/IDV_BOOTSTRAP_KEY|METRICS_TOKEN/);
});
