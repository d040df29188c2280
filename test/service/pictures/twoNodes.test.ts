import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsCommand } from '@aws-sdk/client-s3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { storedPictures } from '../../../src/service/db/store/storedPictures.ts';
import { movePictures } from '../../../src/service/pictures/movePictures.ts';
import { emptyBucket } from '../../../src/service/pictures/sweepObjects.ts';
import { clientOf } from '../../support/pictureStores.ts';
import { readinessOf } from '../../support/readinessOf.ts';
import { databases, startTestService, type TestService } from '../../support/service.ts';
import { settingsOf } from '../../support/sharedPictures.ts';
import { storeOfFile } from '../../support/storeOfFile.ts';
import { verify } from '../../support/verification.ts';

const store = storeOfFile();

/** A database, and nodes on it with and without the bucket. */
async function nodes() {
  const keysDir = mkdtempSync(join(tmpdir(), 'idv-keys-'));
  onTestFinished(() => rmSync(keysDir, { recursive: true, force: true }));
  const first = await startTestService({ database: 'postgres', config: { keysDir, pictures: null } });
  const { databaseUrl, masterKey } = first.deps.config;
  const key = first.keys.test;
  const start = async (isIn: 'bucket' | 'database') => {
    const pictures = isIn === 'bucket' ? settingsOf(store()) : null;
    return await startTestService({ config: { keysDir, databaseUrl, masterKey, pictures } });
  };
  const capture = async (node: TestService) => {
    const verification = await verify(node, {}, key);
    await verification.consent();
    const { body } = await verification.selfie();
    return `/biometrics/selfie-check/${body.id}/frames/0`;
  };
  const read = async (node: TestService, path: string) => (await node.call('GET', path, { key })).status;
  return { first, start, capture, read };
}

describe.skipIf(!databases.includes('postgres'))('two nodes at the same time', () => {
  test('out of the bucket: a node that still has PICTURES stores nothing there after one that has it no more', async () => {
    const { first, start, capture, read } = await nodes();
    const [a, b] = [await start('bucket'), await start('bucket')];
    const before = await capture(a);
    expect(await storedPictures.anyNamed(a.deps.db)).not.toBeNull();
    const id = await storedPictures.storeId(a.deps.db);
    await movePictures(a.deps, 'database', () => undefined);
    await emptyBucket(a.deps);
    await a.close();
    const again = await start('database');
    const meanwhile = await capture(b);
    expect(await storedPictures.anyNamed(first.deps.db)).toBeNull();
    await b.close();
    const last = await start('database');
    for (const node of [again, last])
      for (const path of [before, meanwhile]) expect(await read(node, path)).toBe(200);
    // Whoever goes back finds the place of before.
    const back = await start('bucket');
    await movePictures(back.deps, 's3', () => undefined);
    expect(await storedPictures.storeId(back.deps.db)).toBe(id);
    for (const path of [before, meanwhile, await capture(back)]) expect(await read(back, path)).toBe(200);
    await expect(start('database')).rejects.toThrow('PICTURES is not set');
  });

  test('into the bucket: a node that starts without PICTURES takes its place from nobody', async () => {
    const { first, start, capture, read } = await nodes();
    const a = await start('bucket');
    const id = await storedPictures.storeId(a.deps.db);
    const b = await start('database');
    expect(b.logged()).toContain('PICTURES is not set');
    const path = await capture(a);
    expect(await storedPictures.anyNamed(first.deps.db)).not.toBeNull();
    // It says that it cannot read them, and not that they are gone.
    expect(await read(b, path)).toBe(503);
    await b.close();
    await expect(start('database')).rejects.toThrow('PICTURES is not set');
    const again = await start('bucket');
    expect(await storedPictures.storeId(again.deps.db)).toBe(id);
    for (const node of [a, again]) expect(await read(node, path)).toBe(200);
  });
});

describe.skipIf(!databases.includes('postgres'))('a bucket that is left or forgotten', () => {
  test('a bucket that is left keeps nothing, and nothing starts without it before', async () => {
    const { start, capture, read } = await nodes();
    const a = await start('bucket');
    const { db, pictures, clock } = a.deps;
    const path = await capture(a);
    await pictures.putSealed('case_gone', Buffer.from('stray'));
    const root = `idv/${await storedPictures.storeId(db)}/`;
    const names = () => namesUnder(root);
    await movePictures(a.deps, 'database', () => undefined);
    expect(await storedPictures.countUnused(db)).toBeGreaterThan(2);
    await expect(start('database')).rejects.toThrow('deleted are still in the bucket');
    // The upload of a moment ago may still get its row.
    expect(await emptyBucket(a.deps)).toBe(1);
    expect((await names()).length).toBe(2);
    const later = () => new Date(clock().getTime() + 7_200_000);
    expect(await emptyBucket({ ...a.deps, clock: later })).toBe(0);
    expect(await names()).toEqual([]);
    expect((await readinessOf(a)).checks['pictures']).toEqual({ status: 'ok' });
    for (const place of ['database', 'bucket'] as const) {
      const node = await start(place);
      for (const one of [path, await capture(node)]) expect(await read(node, one)).toBe(200);
    }
    expect(await names()).toEqual([]);
    const back = await start('bucket');
    await movePictures(back.deps, 's3', () => undefined);
    for (const one of [path, await capture(back), await capture(a)]) expect(await read(back, one)).toBe(200);
    expect(await names()).toContain(`${root}store.id`);
  });

  test('an upload that was under way when the bucket was emptied is moved after it', async () => {
    const { start, capture, read } = await nodes();
    const a = await start('bucket');
    const { db, pictures } = a.deps;
    await movePictures(a.deps, 'database', () => undefined);
    expect(await emptyBucket(a.deps)).toBe(0);
    const path = await capture(a);
    const row = await db.selectFrom('selfie_frames').selectAll().executeTakeFirstOrThrow();
    const object = await pictures.putSealed(row.case_id, row.sealed!);
    await db.updateTable('selfie_frames').set({ object, sealed: null }).execute();
    await a.close();
    await expect(start('database')).rejects.toThrow('PICTURES is not set');
    const b = await start('bucket');
    expect(await read(b, path)).toBe(200);
    await movePictures(b.deps, 'database', () => undefined);
    await emptyBucket(b.deps);
    expect(await read(await start('database'), path)).toBe(200);
  });

  test('where pictures are in a bucket and their place is not recorded, no node starts', async () => {
    const { first, start, capture } = await nodes();
    const a = await start('bucket');
    await capture(a);
    await a.close();
    await first.deps.db.deleteFrom('picture_store').execute();
    await expect(start('database')).rejects.toThrow('PICTURES is not set');
    await expect(start('bucket')).rejects.toThrow('not recorded any more');
  });
});

async function namesUnder(prefix: string): Promise<string[]> {
  const client = clientOf(store());
  const { Contents = [] } = await client.send(
    new ListObjectsCommand({ Bucket: store().bucket, Prefix: prefix }),
  );
  client.destroy();
  return Contents.map(({ Key }) => Key!);
}
