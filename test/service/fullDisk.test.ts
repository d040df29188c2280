import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, startTestService, type TestService } from '../support/service.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { canMakeDisks, type SmallDisk, smallDisk } from '../support/smallDisk.ts';
import { startPostgres } from '../support/startPostgres.ts';
import { newCase } from '../support/verification.ts';

const metrics = { token: 'of the metrics', port: null };

describe.runIf(canMakeDisks)('a full disk', () => {
  test('a first start fails with a clear message, and leaves no partial database', async () => {
    const { folder, fill } = smallDisk(12);
    fill(2048);
    const dataDir = join(folder, 'data');
    const { exited, err } = startServiceProcess({ DATA_DIR: dataDir });
    expect(await exited).toBe(1);
    expect(err()).toBe(`The disk of DATA_DIR (${dataDir}) is full. Free space, and start again.\n`);
    expect(existsSync(join(dataDir, 'pglite'))).toBe(false);
  });

  test('the embedded database refuses writes on a full disk, and continues once there is space', async () => {
    const disk = smallDisk(160);
    const service = await startTestService({ config: { dataDir: disk.folder, metrics } });
    await goesThrough(service, disk, /^The disk of DATA_DIR has \d+ MB left\./);
  });

  describe.runIf(databases.includes('postgres'))('PostgreSQL', () => {
    const startOn = (disk: SmallDisk) => {
      const cluster = startPostgres({ disk: disk.folder });
      onTestFinished(() => cluster.stop());
      return { databaseUrl: cluster.url, masterKey: randomBytes(32), metrics };
    };

    test('a first start fails with a clear message, and works once there is space', async () => {
      const disk = smallDisk(64);
      const config = startOn(disk);
      disk.fill();
      const sentence = 'The disk of the database is full. Free space, and start again.';
      await expect(startTestService({ config })).rejects.toThrow(sentence);
      disk.free();
      await startTestService({ config });
    });

    test('the service refuses writes on a full disk, and continues once there is space', async () => {
      const disk = smallDisk(64);
      const service = await startTestService({ config: startOn(disk) });
      await goesThrough(service, disk, /^The disk of PostgreSQL is full\./);
    });

    test('PostgreSQL stops if its WAL has no space: the service answers 503 until it is back', async () => {
      const disk = smallDisk(32);
      const cluster = startPostgres({ walDisk: disk.folder });
      onTestFinished(() => cluster.stop());
      const config = { databaseUrl: cluster.url, masterKey: randomBytes(32), metrics };
      const service = await startTestService({ config });
      const client = new pg.Client({ connectionString: cluster.url });
      await client.connect();
      // Of the files of a megabyte that are there already, all but the last two.
      const files = readdirSync(join(disk.folder, 'wal')).filter((name) => /^\w{24}$/.test(name)).length;
      for (let file = 2; file < files; file++)
        await client.query(`select pg_logical_emit_message(false, 'x', repeat('x', 1000000))`);
      await client.end();
      const created = await fillUp(service, disk);
      const ready = async () => (await fetch(`${service.url}/readyz`)).status;
      await expect.poll(ready).toBe(503);
      expect((await service.call('GET', `/cases/${created[0]}`)).status).toBe(503);
      disk.free();
      await cluster.restart('immediate');
      await expect.poll(async () => (await create(service)).status).toBe(201);
      await expect.poll(ready).toBe(200);
      for (const id of created.slice(-20))
        expect((await service.call('GET', `/cases/${id}`)).status).toBe(200);
      expect(service.logged()).not.toContain('request failed');
    });
  });
});

const create = (service: TestService) => service.call('POST', '/cases', { json: { ...newCase, metadata } });

/** Creates cases on a full disk until one is refused. @returns those that were not. */
async function fillUp(service: TestService, disk: SmallDisk): Promise<string[]> {
  const created: string[] = [(await create(service)).body.id];
  disk.fill();
  let reply = await create(service);
  // There is some room left in pages and in files that are there already.
  for (; reply.status === 201; reply = await create(service)) created.push(reply.body.id);
  expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'unavailable' });
  expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
  return created;
}

async function goesThrough(service: TestService, disk: SmallDisk, detail: RegExp): Promise<void> {
  const ready = async () => {
    const headers = { Authorization: `Bearer ${metrics.token}` };
    const answer = await fetch(`${service.url}/readyz`, { headers });
    return { status: answer.status, detail: ((await answer.json()) as { detail?: string }).detail };
  };
  const created = await fillUp(service, disk);
  await expect.poll(ready).toMatchObject({ status: 503, detail: expect.stringMatching(detail) });
  for (const id of created) expect((await service.call('GET', `/cases/${id}`)).status).toBe(200);
  disk.free();
  expect((await create(service)).status).toBe(201);
  await expect.poll(async () => (await ready()).status).toBe(200);
  expect(service.logged()).not.toContain('request failed');
}

const metadata = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`k${index}`, 'x'.repeat(200)]));
