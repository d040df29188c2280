import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { generateKey } from '../../../src/contract/keys.ts';
import { copyEmbeddedTemplate } from '../../support/embeddedTemplate.ts';
import { type DatabaseKind, databases, startTestService } from '../../support/service.ts';
import { startServiceProcess } from '../../support/serviceProcess.ts';
import { waitFor } from '../../support/waitFor.ts';
import { loopback, receiver, wake } from '../../support/webhooks.ts';

const EVENTS = 20;
const key = generateKey('secret', 'test');
const masterKey = randomBytes(32);
const settings = {
  IDV_BOOTSTRAP_KEY: key,
  IDV_MASTER_KEY: masterKey.toString('base64'),
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  RATE_LIMIT_SCALE: '0',
};

/** The settings for the data of a process. */
async function newStore(database: DatabaseKind): Promise<{ dataDir: string; databaseUrl: string | null }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-crash-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  if (database === 'pglite') {
    await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
    return { dataDir, databaseUrl: null };
  }
  const service = await startTestService({ database, config: { masterKey } });
  await service.close();
  return { dataDir, databaseUrl: service.deps.config.databaseUrl };
}

function poster(base: string) {
  return async (path: string, json: unknown): Promise<{ id: string }> => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${base}/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(json),
    });
    return (await response.json()) as { id: string };
  };
}

test.each(databases)('kill -9 between commit and delivery loses nothing on %s', async (database) => {
  const store = await newStore(database);
  const answering = { yes: false };
  const { url, count, received } = await receiver(
    (response) => answering.yes && response.writeHead(204).end(),
  );
  const first = startServiceProcess({
    ...settings,
    DATA_DIR: store.dataDir,
    DATABASE_URL: store.databaseUrl ?? '',
  });
  const post = poster(await first.url());
  await post('/webhook-endpoints', { url });
  const ids: string[] = [];
  for (let number = 0; number < EVENTS; number++) {
    ids.push((await post('/test/events', { type: 'case.approved' })).id);
  }
  await count(4);
  first.child.kill('SIGKILL');
  await first.exited;

  answering.yes = true;
  const second = await startTestService({
    config: { ...store, ...loopback, masterKey, bootstrapKeys: [key] },
  });
  // Some may come twice: the clock moves on while the last of them are under way.
  const after = () => new Set(received.slice(4).map(({ headers }) => headers['webhook-id']));
  await waitFor(() => after().size >= EVENTS - (database === 'postgres' ? 4 : 0));
  if (database === 'postgres') {
    second.advance(20_000); // the claims of the dead process run out
    wake(second);
  }
  await waitFor(() => after().size >= EVENTS);
  expect(after()).toEqual(new Set(ids));
});

test('the schedule is scaled, by the real clock', async () => {
  const { dataDir } = await newStore('pglite');
  const { url, count } = await receiver((response) => response.writeHead(500).end());
  const service = startServiceProcess({ ...settings, DATA_DIR: dataDir, WEBHOOK_TIME_SCALE: '0.001' });
  const post = poster(await service.url());
  await post('/webhook-endpoints', { url });
  await post('/test/events', { type: 'case.approved' });
  // Unscaled, the second pause alone would be five minutes; how late a busy machine is says nothing.
  const [, first, second, third] = (await count(4)).map(({ at }) => at);
  expect(second! - first!).toBeGreaterThan(269);
  expect(third! - second!).toBeGreaterThan(1619);
});
