import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { pictureTables, storedPictures } from '../../../src/service/db/store/storedPictures.ts';
import { movePictures } from '../../../src/service/pictures/movePictures.ts';
import { openS3Store } from '../../../src/service/pictures/openS3Store.ts';
import { Pictures, timeOfObject } from '../../../src/service/pictures/Pictures.ts';
import { emptyBucket } from '../../../src/service/pictures/sweepObjects.ts';
import { startFaultyStore } from '../../support/faultyStore.ts';
import { databases, startTestService, type TestService } from '../../support/service.ts';
import { settingsOf } from '../../support/sharedPictures.ts';
import { storeOfFile } from '../../support/storeOfFile.ts';
import { verify } from '../../support/verification.ts';

const cli = join(import.meta.dirname, '../../../src/service/cli/command.ts');

const store = storeOfFile();

/** Where the command is killed: at the nth request of a method, or once the store has answered it. */
interface Moment {
  on: 'onRequest' | 'onAnswer';
  method: 'GET' | 'PUT' | 'DELETE';
  nth: number;
}

/** The first put and the first get are of the mark. */
const MOMENTS: Record<'s3' | 'database', Record<string, Moment>> = {
  s3: {
    'after the put': { on: 'onAnswer', method: 'PUT', nth: 2 },
    'after the update': { on: 'onRequest', method: 'PUT', nth: 3 },
  },
  database: {
    'before the update': { on: 'onAnswer', method: 'GET', nth: 2 },
    'after the update': { on: 'onRequest', method: 'GET', nth: 3 },
    'before the delete': { on: 'onRequest', method: 'DELETE', nth: 1 },
  },
};

test.skipIf(!databases.includes('postgres'))(
  'pictures move into the bucket and back while a node runs; a kill loses nothing',
  async () => {
    const keysDir = mkdtempSync(join(tmpdir(), 'idv-keys-'));
    onTestFinished(() => rmSync(keysDir, { recursive: true, force: true }));
    const service = await startTestService({ database: 'postgres', config: { keysDir, pictures: null } });
    const before = await capturedPicture(service);
    const { databaseUrl, masterKey } = service.deps.config;
    const pictures = settingsOf(store());
    const node = await startTestService({ config: { keysDir, databaseUrl, masterKey, pictures } });
    const way = await startFaultyStore(store().url);
    onTestFinished(() => way.close());
    const move = async (to: string, kill?: Moment) => {
      const child = spawn(process.execPath, [cli, 'move-pictures', '--to', to], {
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl!,
          KEYS_DIR: keysDir,
          IDV_MASTER_KEY: Buffer.from(masterKey!).toString('base64'),
          PICTURES: `s3://${pictures.bucket}/${pictures.prefix}`,
          PICTURES_ENDPOINT: way.url,
        },
      });
      let left = kill?.nth ?? 0;
      if (kill)
        way[kill.on] = (method) => {
          if (method === kill.method && --left === 0) child.kill('SIGKILL');
        };
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (more) => (said += more));
      const [code] = await once(child, 'close');
      way.onRequest = way.onAnswer = null;
      return [code, said] as const;
    };
    const key = service.keys.test;
    const read = async ({ path }: typeof before) => (await node.call('GET', path, { key })).status;
    for (const to of ['s3', 'database'] as const) {
      for (const [name, moment] of Object.entries(MOMENTS[to])) {
        expect((await move(to, moment))[0], name).toBeNull();
        expect(await read(before), name).toBe(200);
      }
      if (to === 'database') {
        way.onRequest = (method) => {
          if (method === 'DELETE') way.fault = 'away';
        };
        expect(await move(to)).toEqual([
          1,
          expect.stringContaining('Nothing is lost. Run the command again'),
        ]);
        way.fault = 'none';
      }
      // What the first kill left behind may be an upload under way, for an hour.
      expect(await move(to)).toEqual(
        to === 's3'
          ? [0, expect.stringContaining('All are in')]
          : [1, expect.stringContaining('stay in the bucket')],
      );
      expect(await read(before)).toBe(200);
      const left = to === 's3' ? 'sealed' : 'object';
      for (const table of pictureTables)
        expect(await storedPictures.count(node.deps.db, table, left), `${table} ${to}`).toBe(0);
      const next = await capturedPicture(node, key);
      expect(await read(next)).toBe(200);
      const other = to === 's3' ? 'object' : 'sealed';
      expect(await storedPictures.count(node.deps.db, 'selfie_frames', other)).toBeGreaterThan(2);
    }
    const later = () => new Date(Date.now() + 7_200_000);
    expect(await emptyBucket({ ...node.deps, clock: later })).toBe(0);
    expect(await move('database')).toEqual([0, expect.stringContaining('Remove PICTURES')]);
    await node.close();
    const last = await startTestService({ config: { keysDir, databaseUrl, masterKey, pictures: null } });
    expect((await last.call('GET', before.path, { key })).status).toBe(200);
  },
);

test('a picture that was stored long before its row is changed is stored again', async () => {
  const { deps, ...service } = await startTestService({ config: { pictures: null } });
  await capturedPicture({ deps, ...service });
  const open = { store: await openS3Store(settingsOf(store())), root: 'suspended', isMarked: true };
  onTestFinished(() => open.store.close());
  const times = [new Date(Date.now() - 172_800_000)];
  const pictures = new Pictures({
    ...deps,
    open,
    clock: () => times.pop() ?? new Date(),
    takes: async () => true,
    onAway: () => undefined,
    observe: () => undefined,
  });
  const { moved } = await movePictures({ db: deps.db, pictures }, 's3', () => undefined);
  const rows = await deps.db.selectFrom('selfie_frames').select(['sealed', 'object']).execute();
  expect(rows.length).toBeGreaterThan(2);
  expect(moved).toBeGreaterThanOrEqual(rows.length);
  for (const { sealed, object } of rows) {
    expect(sealed).toBeNull();
    expect(timeOfObject(object!)).toBeGreaterThan(Date.now() - 3_600_000);
  }
  // The one of long ago is gone.
  for (const { object } of await pictures.list(null))
    expect(timeOfObject(object)).toBeGreaterThan(Date.now() - 3_600_000);
});

test.skipIf(!databases.includes('postgres'))('what was moved is not read again', async () => {
  const { deps } = await startTestService({ database: 'postgres', config: { pictures: null } });
  await deps.db.transaction().execute(async (tx) => {
    await sql`alter table selfie_frames drop constraint selfie_frames_check_fkey`.execute(tx);
    await sql`insert into selfie_frames (case_id, check_id, position, step, media_type, sealed, object)
      select 'case_' || n, 'bio_1', 0, 'center', 'image/png', case when n > 20000 then '\\x00'::bytea end,
        case when n <= 20000 then 'object' || n end from generate_series(1, 20005) n`.execute(tx);
    await sql`analyze selfie_frames`.execute(tx);
    const page = { table: 'selfie_frames', from: 'sealed', after: '', limit: 4 } as const;
    expect((await storedPictures.casesWith(tx, page)).length).toBe(4);
    expect(await storedPictures.count(tx, 'selfie_frames', 'sealed')).toBe(5);
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where relname = 'selfie_frames'`.execute(tx);
    expect(rows[0]!.read).toBeLessThan(100);
  });
});

/** A case with a capture, and the path of its first picture. */
async function capturedPicture(service: TestService, key = service.keys.test) {
  const verification = await verify(service, {}, key);
  await verification.consent();
  const { body } = await verification.selfie();
  return { path: `/biometrics/selfie-check/${body.id}/frames/0` };
}
