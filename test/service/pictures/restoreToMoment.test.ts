import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ListObjectsCommand } from '@aws-sdk/client-s3';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { BucketSettings } from '../../../src/service/settings/bucketSettings.ts';
import { clientOf, makeBucket, type StartedStore, startPictureStore } from '../../support/pictureStores.ts';
import { postgresPrograms } from '../../support/postgresPrograms.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { picturesIn, settingsOf } from '../../support/sharedPictures.ts';
import { type StartedPostgres, startPostgres } from '../../support/startPostgres.ts';
import { unprivileged } from '../../support/unprivileged.ts';
import { verify } from '../../support/verification.ts';
import { waitFor } from '../../support/waitFor.ts';

const root = join(import.meta.dirname, '../../..');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A service on a PostgreSQL that archives its log, with pictures in a bucket and slots in a folder or another bucket. */
interface Place {
  folder: string;
  postgres: StartedPostgres;
  store: StartedStore;
  /** Where the slots are: one of them. */
  keysDir: string | null;
  keys: BucketSettings | null;
  masterKey: Buffer;
}

test.skipIf(!postgresPrograms()).each(['a directory', 'a bucket'] as const)(
  'a database restored to a moment beside its bucket, with data keys in %s',
  async (where) => {
    const place = await newPlace(where);
    const before = await startOn(place);
    const [kept, erased, ended] = [await captured(before), await captured(before), await captured(before)];
    const base = await baseBackup(place);
    const later = await captured(before);
    const moment = await momentOf(place);
    // What happens after the moment is not in the restored database, but in the bucket and the slots.
    expect((await before.call('DELETE', `/cases/${erased.id}`)).status).toBe(202);
    expect((await before.call('POST', `/cases/${ended.id}/cancel`)).status).toBe(200);
    const lost = await captured(before);
    expect((await before.call('DELETE', `/cases/${lost.id}`)).status).toBe(202);
    const orphan = await captured(before);
    await sweep(before, HOUR_MS);
    await before.close();
    await archived(place);

    const to = join(place.folder, 'restored/data');
    mkdirSync(dirname(to));
    own(dirname(to));
    const known = await keysOf(place);
    const drill = await runDrill(place, [base, join(place.folder, 'wal'), moment, to]);
    expect(drill.code, drill.said).toBe(0);
    expect(await keysOf(place)).toEqual(known);
    expect(drill.said).toContain('The service can run.');
    expect(drill.said).toContain('"ok":true');
    // The code, and the cases of pictures that retention or an erasure deleted after the moment; no others.
    const missing = [...drill.said.matchAll(/^picture_missing (case_\w+) \w+$/gm)].map((match) => match[1]);
    expect(new Set(missing)).toEqual(new Set([erased.id, ended.id]));

    const restored = startPostgres({ copy: dirname(to) });
    onTestFinished(() => restored.stop());
    const service = await startOn({ ...place, postgres: restored });
    const frame = async ({ checkId }: { checkId: string }) => {
      const { status, body } = await service.call('GET', `/biometrics/selfie-check/${checkId}/frames/0`);
      return [status, body.code];
    };
    expect([await frame(kept), await frame(later)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(await frame(ended)).toEqual([500, 'picture_missing']);
    expect((await service.call('GET', `/cases/${lost.id}`)).status).toBe(404);
    expect((await frame(erased))[0]).not.toBe(200);
    await sweep(service, DAY_MS);
    expect(service.logged()).toContain('"erased again"');
    expect((await service.call('GET', `/cases/${erased.id}`)).body.redaction.status).toBe('redacted');
    // The upload of a case that the restored database does not know is an orphan.
    expect(await objectsOf(place, orphan)).toEqual([]);
    expect((await objectsOf(place, kept)).length).toBeGreaterThan(0);
    expect([await frame(kept), await frame(later)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    // Slots that were used and destroyed after the moment are not given out again.
    const next = await captured(service);
    await sweep(service, HOUR_MS);
    expect((await service.call('GET', `/biometrics/selfie-check/${next.checkId}/frames/0`)).status).toBe(200);
  },
);

test.skipIf(!postgresPrograms())('a moment that the archived log does not reach is refused', async () => {
  const place = await newPlace('a directory');
  const service = await startOn(place);
  const base = await baseBackup(place);
  await service.close();
  await archived(place);
  const drill = await runDrill(place, [base, join(place.folder, 'wal'), '2099-01-01 00:00:00+00']);
  expect(drill.code).not.toBe(0);
  expect(drill.said).toContain('recovery ended before configured recovery target was reached');
});

async function newPlace(where: 'a directory' | 'a bucket'): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'idv-moment-'));
  const store = await startPictureStore();
  const wal = join(folder, 'wal');
  mkdirSync(wal);
  const postgres = startPostgres({ archive: wal });
  onTestFinished(async () => {
    postgres.stop();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  own(folder);
  process.env['AWS_ACCESS_KEY_ID'] = store.credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = store.credentials.secretAccessKey;
  const ofKeys = { ...store, bucket: 'data-keys' };
  await makeBucket(ofKeys);
  const isInBucket = where === 'a bucket';
  const keys = isInBucket ? settingsOf(ofKeys) : null;
  const keysDir = isInBucket ? null : join(folder, 'keys');
  return { folder, postgres, store, keysDir, keys, masterKey: randomBytes(32) };
}

/** All that is kept of data keys, with the head of the audit log. */
async function keysOf({ keysDir, keys, store }: Place): Promise<[string, string][]> {
  if (keysDir !== null)
    return readdirSync(keysDir).map((name) => [name, readFileSync(join(keysDir, name)).toString('base64')]);
  const client = clientOf(store);
  const { Contents = [] } = await client.send(new ListObjectsCommand({ Bucket: keys!.bucket }));
  client.destroy();
  return Contents.map(({ Key, ETag, LastModified }) => [Key!, `${ETag} ${LastModified?.toISOString()}`]);
}

function startOn({ postgres, store, keysDir, keys, masterKey }: Place) {
  return startTestService({
    config: {
      databaseUrl: postgres.url,
      keysDir,
      keys,
      masterKey,
      pictures: settingsOf(store),
      // Those of a case are deleted once it has ended.
      retention: { biometricsDays: 0, detailsDays: 90, evidenceYears: 5 },
    },
  });
}

/** A case with a capture that was judged; its details are still due. */
async function captured(service: TestService) {
  const verification = await verify(service);
  await verification.consent();
  const { body } = await verification.selfie();
  return { id: verification.id, checkId: body.id as string };
}

/** Runs the sweeps at a later time: each run goes through a part of the bucket. */
async function sweep(service: TestService, ms: number): Promise<void> {
  service.advance(ms);
  for (let turn = 0; turn < 4; turn++) {
    await service.tick();
    service.advance(20_000);
  }
}

async function objectsOf({ store }: Place, { id }: { id: string }): Promise<string[]> {
  const client = clientOf(store);
  const { Contents = [] } = await client.send(new ListObjectsCommand({ Bucket: store.bucket }));
  client.destroy();
  return Contents.map(({ Key }) => Key!).filter((name) => name.includes(id));
}

/** Where only some programs of PostgreSQL are linked to the PATH, the others lie beside what the link leads to. */
const programs = () => dirname(realpathSync(join(postgresPrograms()!, 'pg_ctl')));

async function baseBackup({ folder, postgres }: Place): Promise<string> {
  const base = join(folder, 'base');
  const backup = await run(
    join(programs(), 'pg_basebackup'),
    ['-D', base, '-d', postgres.url, '-c', 'fast'],
    {},
  );
  expect(backup.code, backup.said).toBe(0);
  return base;
}

async function onPostgres<T>({ postgres }: Place, query: string): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query(query);
  await client.end();
  return Object.values(rows[0])[0] as T;
}

function momentOf(place: Place): Promise<string> {
  return onPostgres(place, 'select clock_timestamp()::text');
}

/** Waits until all that was written is in the archive. */
async function archived(place: Place): Promise<void> {
  const last: string = await onPostgres(place, 'select pg_walfile_name(pg_current_wal_lsn())');
  await onPostgres(place, 'select pg_switch_wal()::text');
  await waitFor(() => existsSync(join(place.folder, 'wal', last)));
}

/** The drill as the user of the database runs it, with the command of the service on the PATH. */
async function runDrill(place: Place, args: string[]) {
  const { folder, keysDir, keys, masterKey, store } = place;
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const command = `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'src/service/cli/command.ts')}" "$@"\n`;
  writeFileSync(join(bin, 'idv-verify-service'), command, { mode: 0o755 });
  if (keysDir)
    for (const path of [keysDir, ...readdirSync(keysDir).map((name) => join(keysDir, name))]) own(path);
  return await run(join(root, 'deploy/drill/moment.sh'), args, {
    PATH: [bin, programs(), process.env['PATH']].join(delimiter),
    PGDATABASE: 'postgres',
    DATA_DIR: join(folder, 'data'),
    ...(keysDir && { KEYS_DIR: keysDir }),
    ...(keys && {
      KEYS: `s3://${keys.bucket}/${keys.prefix}`,
      KEYS_ENDPOINT: keys.endpoint!,
      KEYS_TIMEOUT_MS: '60000',
    }),
    IDV_MASTER_KEY: masterKey.toString('base64'),
    ...picturesIn(store),
  });
}

async function run(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(program, args, { cwd: tmpdir(), env, ...unprivileged() });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  const [code] = await once(child, 'close');
  return { code: code as number | null, said };
}

/** PostgreSQL, which refuses to run as root, may read and write it. */
function own(path: string): void {
  const owner = unprivileged();
  if (owner) chownSync(path, owner.uid, owner.gid);
}
