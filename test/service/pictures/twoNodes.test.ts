import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { storedPictures } from '../../../src/service/db/store/storedPictures.ts';
import { movePictures } from '../../../src/service/pictures/movePictures.ts';
import { type StartedStore, startPictureStore } from '../../support/pictureStores.ts';
import { databases, startTestService, type TestService } from '../../support/service.ts';
import { settingsOf } from '../../support/sharedPictures.ts';
import { verify } from '../../support/verification.ts';

let store: StartedStore;
beforeAll(async () => {
  store = await startPictureStore();
  process.env['AWS_ACCESS_KEY_ID'] = store.credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = store.credentials.secretAccessKey;
}, 120_000);
afterAll(() => store?.stop());

/** A database, and nodes on it with and without the bucket. */
async function nodes() {
  const keysDir = mkdtempSync(join(tmpdir(), 'idv-keys-'));
  onTestFinished(() => rmSync(keysDir, { recursive: true, force: true }));
  const first = await startTestService({ database: 'postgres', config: { keysDir, pictures: null } });
  const { databaseUrl, masterKey } = first.deps.config;
  const key = first.keys.test;
  const start = async (isIn: 'bucket' | 'database') => {
    const pictures = isIn === 'bucket' ? settingsOf(store) : null;
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
    expect(await storedPictures.hasObjects(a.deps.db)).toBe(true);
    const id = await storedPictures.storeId(a.deps.db);
    await movePictures(a.deps, 'database', () => undefined);
    await a.close();
    const again = await start('database');
    const meanwhile = await capture(b);
    expect(await storedPictures.hasObjects(first.deps.db)).toBe(false);
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
    expect(await storedPictures.hasObjects(first.deps.db)).toBe(true);
    // It says that it cannot read them, and not that they are gone.
    expect(await read(b, path)).toBe(503);
    await b.close();
    await expect(start('database')).rejects.toThrow('PICTURES is not set');
    const again = await start('bucket');
    expect(await storedPictures.storeId(again.deps.db)).toBe(id);
    for (const node of [a, again]) expect(await read(node, path)).toBe(200);
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
