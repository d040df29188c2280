import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { createLog } from '../../src/service/log.ts';
import { type Part, startService } from '../../src/service/service.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { firstStartNotices } from '../../src/service/settings/firstStartNotices.ts';
import { copyEmbeddedTemplate } from '../support/embeddedTemplate.ts';
import { newDatabase } from '../support/newDatabase.ts';
import { databases } from '../support/service.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { newCase } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

const apiKey = generateKey('secret', 'test');

async function startPart(part: Part, databaseUrl: string | null) {
  const config = { ...readConfig({}), port: 0, bootstrapKeys: [apiKey], rateLimitScale: 0 };
  const masterKey = Buffer.alloc(32, 7);
  const service = await startService(
    { ...config, databaseUrl, masterKey, metrics: { token: null, port: 0 } },
    createLog('silent', () => {}),
    { clock: () => new Date(), engine: null, part },
  );
  onTestFinished(() => service.close(1000));
  return service;
}

test.skipIf(!databases.includes('postgres'))(
  'one process serves requests, another runs the background work',
  async () => {
    const databaseUrl = await newDatabase();
    const { url, deps } = await startPart('serve', databaseUrl);
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const post = (path: string, body: unknown) =>
      fetch(`${url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect((await post('/cases', newCase)).status).toBe(201);
    const sweeps = () => deps.db.selectFrom('jobs').select('id').where('queue', '=', 'sweeps').execute();
    expect(await sweeps()).toEqual([]);
    const worker = await startPart('work', databaseUrl);
    expect(worker.url).toBe('');
    await waitFor(async () => (await sweeps()).length > 3);
  },
);

test('the embedded database does not allow separate processes', async () => {
  await expect(startPart('work', null)).rejects.toThrow(/^The embedded database supports one process/);
});

test('a first start announces the files that it creates', () => {
  const dataDir = join(tmpdir(), 'idv-nowhere');
  const names = (more = {}) =>
    firstStartNotices({ ...readConfig({}), dataDir, ...more }).map(({ what, path }) => [what, path]);
  expect(names()).toEqual([
    ['data directory', dataDir],
    ['database', join(dataDir, 'pglite')],
    ['master key', join(dataDir, 'master.key')],
  ]);
  expect(names({ databaseUrl: 'postgres://x/y', masterKey: Buffer.alloc(32) })).toEqual([]);
});

test('a start logs created files and unknown settings', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-first-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const { out, child, exited } = startServiceProcess({ DATA_DIR: dataDir, AML_LIST: '/lists' });
  await waitFor(() => out().includes('"event":"generated"'));
  const lines = out()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'generated', what: 'master key', path: join(dataDir, 'master.key') }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', event: 'no api key' }));
  expect(lines).toContainEqual(
    expect.objectContaining({ detail: expect.stringContaining('Did you mean AML_LISTS?') }),
  );
  child.kill('SIGKILL');
  await exited;
});
