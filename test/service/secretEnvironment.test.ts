import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { copyEmbeddedTemplate } from '../support/embeddedTemplate.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';

test('secrets are removed from the environment after they are read, and the hand-over leaves no trace', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-secrets-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const key = generateKey('secret', 'test');
  const tellsAtItsEnd = "process.on('exit', () => console.error('left:', Object.keys(process.env).join()))";
  const before = handovers();
  const { child, exited, url, err } = startServiceProcess({
    DATA_DIR: dataDir,
    IDV_BOOTSTRAP_KEY: key,
    METRICS_TOKEN: 'nobody-guesses-this-one',
    VAULT_TOKEN: 'nobody-guesses-that-one',
    HSM_PIN: 'nobody-guesses-the-pin',
    AWS_CONTAINER_AUTHORIZATION_TOKEN: 'nobody-guesses-the-role',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tellsAtItsEnd)}`,
  });
  const address = await url();
  if (process.platform === 'linux') {
    // As the system shows it.
    const environment = readFileSync(`/proc/${child.pid}/environ`, 'latin1').split('\0');
    expect(environment).toContain(`DATA_DIR=${dataDir}`);
    expect(environment.join('\n')).not.toMatch(/idv_test_|nobody-guesses|BOOTSTRAP_KEY|_TOKEN|HSM_PIN/);
    // Services that other tests start leave theirs for a moment.
    await expect.poll(() => handovers().filter((name) => !before.includes(name))).toEqual([]);
  }
  // They came across all the same.
  const reply = await fetch(`${address}/v1/cases`, { headers: { Authorization: `Bearer ${key}` } });
  expect(reply.status).toBe(200);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  await expect.poll(err).toContain('DATA_DIR');
  expect(err()).not.toMatch(/IDV_BOOTSTRAP_KEY|METRICS_TOKEN|VAULT_TOKEN|HSM_PIN/);
  // The client of buckets reads it whenever it needs credentials.
  expect(err()).toContain('AWS_CONTAINER_AUTHORIZATION_TOKEN');
});

/** The files in which a process passes secrets on when it starts anew. */
function handovers(): string[] {
  return ['/dev/shm', '/tmp', tmpdir()].flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).filter((name) => /^idv-verify-[0-9a-f]{32}$/.test(name)) : [],
  );
}
