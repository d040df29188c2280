import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { pictureTables, storedPictures } from '../../../src/service/db/store/storedPictures.ts';
import { type StartedStore, startPictureStore } from '../../support/pictureStores.ts';
import { databases, startTestService, type TestService } from '../../support/service.ts';
import { settingsOf } from '../../support/sharedPictures.ts';
import { verify } from '../../support/verification.ts';

const cli = join(import.meta.dirname, '../../../src/service/cli/command.ts');

let store: StartedStore;
beforeAll(async () => {
  store = await startPictureStore();
  process.env['AWS_ACCESS_KEY_ID'] = store.credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = store.credentials.secretAccessKey;
}, 120_000);
afterAll(() => store?.stop());

test.skipIf(!databases.includes('postgres'))(
  'pictures move into the bucket and back while a node runs; a kill loses nothing',
  async () => {
    const keysDir = mkdtempSync(join(tmpdir(), 'idv-keys-'));
    onTestFinished(() => rmSync(keysDir, { recursive: true, force: true }));
    const service = await startTestService({ database: 'postgres', config: { keysDir, pictures: null } });
    const before = await capturedPicture(service);
    const { databaseUrl, masterKey } = service.deps.config;
    const pictures = settingsOf(store);
    const node = await startTestService({ config: { keysDir, databaseUrl, masterKey, pictures } });
    const move = async (to: string, killAfterMs?: number) => {
      const child = spawn(process.execPath, [cli, 'move-pictures', '--to', to], {
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl!,
          KEYS_DIR: keysDir,
          IDV_MASTER_KEY: Buffer.from(masterKey!).toString('base64'),
          PICTURES: `s3://${pictures.bucket}/${pictures.prefix}`,
          PICTURES_ENDPOINT: store.url,
        },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (more) => (said += more));
      const timer =
        killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      const [code] = await once(child, 'close');
      clearTimeout(timer);
      return [code, said] as const;
    };
    const key = service.keys.test;
    const read = async ({ path }: typeof before) => (await node.call('GET', path, { key })).status;
    for (const to of ['s3', 'database']) {
      // Somewhere between its start and its end.
      await move(to, 900 + Math.random() * 1500);
      expect(await read(before)).toBe(200);
      expect(await move(to)).toEqual([
        0,
        expect.stringContaining(to === 's3' ? 'All are in' : 'Remove PICTURES'),
      ]);
      expect(await read(before)).toBe(200);
      const left = to === 's3' ? 'sealed' : 'object';
      for (const table of pictureTables)
        expect(await storedPictures.count(node.deps.db, table, left), `${table} ${to}`).toBe(0);
      const next = await capturedPicture(node, key);
      expect(await read(next)).toBe(200);
      const other = to === 's3' ? 'object' : 'sealed';
      expect(await storedPictures.count(node.deps.db, 'selfie_frames', other)).toBeGreaterThan(2);
    }
    expect((await move('database'))[0]).toBe(0);
    await node.close();
    const last = await startTestService({ config: { keysDir, databaseUrl, masterKey, pictures: null } });
    expect((await last.call('GET', before.path, { key })).status).toBe(200);
  },
);

/** A case with a capture, and the path of its first picture. */
async function capturedPicture(service: TestService, key = service.keys.test) {
  const verification = await verify(service, {}, key);
  await verification.consent();
  const { body } = await verification.selfie();
  return { path: `/biometrics/selfie-check/${body.id}/frames/0` };
}
