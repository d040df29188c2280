import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, startTestService, type TestService } from '../support/service.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { canMakeDisks, type SmallDisk, smallDisk } from '../support/smallDisk.ts';
import { startPostgres } from '../support/startPostgres.ts';
import { newCase } from '../support/verification.ts';

describe.runIf(canMakeDisks)('on a full disk', () => {
  test('a first start ends with a sentence, and leaves no half of a database', async () => {
    const { folder, fill } = smallDisk(12);
    fill(2048);
    const dataDir = join(folder, 'data');
    const { exited, err } = startServiceProcess({ DATA_DIR: dataDir });
    expect(await exited).toBe(1);
    expect(err()).toBe(`The disk of DATA_DIR (${dataDir}) is full: make room, and start again.\n`);
    expect(existsSync(join(dataDir, 'pglite'))).toBe(false);
  });

  test('the embedded database refuses what it can not write, and goes on once there is room', async () => {
    const disk = smallDisk(160);
    const service = await startTestService({ config: { dataDir: disk.folder } });
    await goesThrough(service, disk, /^DATA_DIR has \d+ MB of room left\.$/);
  });

  describe.runIf(databases.includes('postgres'))('of PostgreSQL', () => {
    const startOn = (disk: SmallDisk) => {
      const cluster = startPostgres({ disk: disk.folder });
      onTestFinished(() => cluster.stop());
      return { databaseUrl: cluster.url, masterKey: randomBytes(32) };
    };

    test('a first start ends with a sentence, and works once there is room', async () => {
      const disk = smallDisk(64);
      const config = startOn(disk);
      disk.fill();
      const sentence = 'The disk of the database is full: make room, and start again.';
      await expect(startTestService({ config })).rejects.toThrow(sentence);
      disk.free();
      await startTestService({ config });
    });

    test('the service refuses what can not be written, and goes on once there is room', async () => {
      const disk = smallDisk(64);
      const service = await startTestService({ config: startOn(disk) });
      await goesThrough(service, disk, /^The disk of PostgreSQL is full\.$/);
    });
  });
});

async function goesThrough(service: TestService, disk: SmallDisk, detail: RegExp): Promise<void> {
  const create = async () => await service.call('POST', '/cases', { json: { ...newCase, metadata } });
  const ready = async () => {
    const answer = await fetch(`${service.url}/readyz`);
    return { status: answer.status, detail: ((await answer.json()) as { detail?: string }).detail };
  };
  const created: string[] = [(await create()).body.id];
  disk.fill();
  let reply = await create();
  // There is some room left in pages and in files that are there already.
  for (; reply.status === 201; reply = await create()) created.push(reply.body.id);
  expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'unavailable' });
  expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
  await expect.poll(ready).toMatchObject({ status: 503, detail: expect.stringMatching(detail) });
  for (const id of created) expect((await service.call('GET', `/cases/${id}`)).status).toBe(200);
  disk.free();
  expect((await create()).status).toBe(201);
  await expect.poll(async () => (await ready()).status).toBe(200);
  expect(service.logged()).not.toContain('request failed');
}

const metadata = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`k${index}`, 'x'.repeat(200)]));
