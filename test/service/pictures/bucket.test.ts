import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runChecks } from '../../../src/service/cli/runChecks.ts';
import { purposes } from '../../../src/service/crypto/purposes.ts';
import { cases } from '../../../src/service/db/store/cases.ts';
import { storedPictures } from '../../../src/service/db/store/storedPictures.ts';
import { openS3Store } from '../../../src/service/pictures/openS3Store.ts';
import { Pictures } from '../../../src/service/pictures/Pictures.ts';
import { waitForMachine } from '../../../src/service/selfies/examine/failedExamination.ts';
import type { Config } from '../../../src/service/settings/config.ts';
import { come, inReview } from '../../support/desk.ts';
import { type Fault, startFaultyStore } from '../../support/faultyStore.ts';
import { picture } from '../../support/picture.ts';
import {
  clientOf,
  pictureStores,
  type StartedStore,
  startPictureStore,
} from '../../support/pictureStores.ts';
import { readinessOf } from '../../support/readinessOf.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { settingsOf } from '../../support/sharedPictures.ts';
import { sharedStores } from '../../support/sharedStores.ts';
import { captureOf, newCase, verify } from '../../support/verification.ts';
import { waitFor } from '../../support/waitFor.ts';

const DAY_MS = 86_400_000;

const kinds = pictureStores('Tests of pictures');
const storeOf = sharedStores();

/** A service whose way to its store can fail. */
async function start(
  store: StartedStore,
  { timeoutMs = 60_000, ...config }: Partial<Config> & { timeoutMs?: number } = {},
) {
  const way = await startFaultyStore(store.url);
  onTestFinished(() => way.close());
  process.env['AWS_ACCESS_KEY_ID'] = store.credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = store.credentials.secretAccessKey;
  const pictures = settingsOf({ ...store, url: way.url }, timeoutMs);
  return Object.assign(await startTestService({ config: { ...config, pictures } }), { way });
}

test('the pictures of a capture ask once whether the bucket takes them, and those after it again', async () => {
  const { deps, call } = await start(await storeOf('s3rver'));
  const store = await openS3Store(deps.config.pictures!);
  onTestFinished(() => store.close());
  let asked = 0;
  const takes = () => {
    asked++;
    return storedPictures.takes(deps.db);
  };
  const pictures = new Pictures({
    ...deps,
    open: { store, root: 'counted', isMarked: true },
    takes,
    onAway: () => {},
    observe: () => {},
  });
  const { body } = await call('POST', '/cases', { json: newCase });
  const row = (await cases.find(deps.db, 'test', body.id))!;
  const keep = (n: number) => pictures.keep(row, purposes.frame('sfc_1', n), Buffer.from('picture'));
  const kept = await Promise.all([0, 1, 2].map(keep));
  expect([asked, kept.map(({ object }) => object !== null)]).toEqual([1, [true, true, true]]);
  await storedPictures.setTakes(deps.db, { takes_pictures: false });
  expect([(await keep(3)).object, asked]).toEqual([null, 2]);
});

describe.each(kinds)('pictures in a bucket of %s', (kind) => {
  test('they are stored sealed, read through the service, and erased', async () => {
    const store = await storeOf(kind);
    const service = await start(store);
    const { id, checkId } = await captured(service);
    const rows = await rowsOf(service, id);
    expect(rows.length).toBeGreaterThan(2);
    for (const { sealed, object } of rows)
      expect([sealed, object]).toEqual([null, expect.stringMatching(/^\w{32}$/)]);
    const names = await namesOf(store, id);
    expect(names.map((name) => name.split('/').at(-1))).toEqual(rows.map(({ object }) => object).toSorted());
    const [name] = names;
    const copy = await read(store, name!);
    expect(copy.includes('IHDR')).toBe(false);
    const { headers, status } = await service.call('GET', `/biometrics/selfie-check/${checkId}/frames/0`);
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/png']);
    const row = (await cases.find(service.deps.db, 'test', id))!;
    expect((await service.call('DELETE', `/cases/${id}`)).status).toBe(202);
    await sweep(service, 20_000);
    expect(await namesOf(store, id)).toEqual([]);
    // Whoever kept the object, and the row from before the erasure, cannot open it.
    const n = rows.findIndex(({ object }) => name!.endsWith(object!));
    expect(() => service.deps.vault.open(row, purposes.frame(checkId, n), copy)).toThrow('destroyed');
  });

  test('retention deletes them, and an upload without its row is swept after a day', async () => {
    const store = await storeOf(kind);
    const service = await start(store);
    const { id } = await captured(service);
    const kept = await namesOf(store, id);
    const stray = await service.deps.pictures.putSealed(id, Buffer.from('stray'));
    await sweep(service, DAY_MS - 3_600_000);
    expect(await namesOf(store, id)).toContainEqual(expect.stringContaining(stray));
    await sweep(service, DAY_MS / 2);
    expect(await namesOf(store, id)).toEqual(kept);
    await service.call('POST', `/cases/${id}/cancel`);
    await sweep(service, 40 * DAY_MS);
    expect(await namesOf(store, id)).toEqual([]);
  });

  test('a missing and an altered one are said with their codes, and shown at the desk', async () => {
    const store = await storeOf(kind);
    const service = await start(store);
    const { visitor } = await come(service);
    const { id, read: readCase } = await inReview(service);
    const checkId = (await readCase()).checks.selfie.id;
    const [row] = await rowsOf(service, id);
    const name = (await namesOf(store, id)).find((one) => one.endsWith(row!.object!))!;
    await visitor.post(`/desk/cases/${id}/claim`, {});
    const said = async () => {
      const { status, body } = await service.call('GET', `/biometrics/selfie-check/${checkId}/frames/0`);
      const desk = await visitor.get(`/desk/cases/${id}/frames/0`);
      return [status, body.code, desk.status, desk.headers.get('Content-Type'), desk.text];
    };
    const client = clientOf(store);
    onTestFinished(() => client.destroy());
    const altered = await read(store, name);
    altered[altered.length - 1]! ^= 1;
    await client.send(new PutObjectCommand({ Bucket: store.bucket, Key: name, Body: altered }));
    const svg = (code: string) => [500, code, 500, 'image/svg+xml', expect.stringContaining(code)];
    expect(await said()).toEqual(svg('picture_altered'));
    await client.send(new DeleteObjectCommand({ Bucket: store.bucket, Key: name }));
    expect(await said()).toEqual(svg('picture_missing'));
    expect(service.logged()).toContain('picture_missing');
    expect((await visitor.get(`/desk/cases/${id}`)).status).toBe(200);
  });
});

describe.each(kinds)('a bucket of %s with another clock', (kind) => {
  test.each([-1, 1])('a store whose clock is %i times twenty minutes ahead does its work', async (sign) => {
    const store = await startPictureStore(kind, sign * 1_200_000);
    onTestFinished(() => store.stop());
    const service = await start(store);
    const { id, checkId } = await captured(service);
    expect((await rowsOf(service, id)).every(({ object }) => object !== null)).toBe(true);
    const frame = await service.call('GET', `/biometrics/selfie-check/${checkId}/frames/0`);
    expect(frame.status).toBe(200);
    expect((await service.call('DELETE', `/cases/${id}`)).status).toBe(202);
    await sweep(service, 20_000);
    // Seen as the store sees it: with the clock of the store.
    const left = (await service.deps.pictures.list(null)).filter(({ case_id }) => case_id === id);
    expect(left).toEqual([]);
  });
});

test('a picture that is lost before its judgement leaves the case to a reviewer, with that reason', async () => {
  const store = await storeOf('s3rver');
  const service = await start(store, { timeoutMs: 10_000 });
  const verification = await verify(service);
  await verification.consent();
  await verification.details();
  const { body: check } = await service.call('POST', '/biometrics/selfie-check', {
    json: { caseId: verification.id },
  });
  // Nobody can look at it before it is gone.
  service.way.fault = 'slow';
  const body = captureOf(check.challenge);
  expect((await service.call('POST', `/biometrics/selfie-check/${check.id}/capture`, { body })).status).toBe(
    202,
  );
  const [name] = await namesOf(store, verification.id);
  const client = clientOf(store);
  onTestFinished(() => client.destroy());
  await client.send(new DeleteObjectCommand({ Bucket: store.bucket, Key: name! }));
  service.way.fault = 'none';
  for (let attempt = 0; attempt < 4; attempt++) {
    service.advance(60_000);
    await service.tick();
  }
  expect(await verification.read()).toMatchObject({
    status: 'in_review',
    checks: { selfie: { status: 'inconclusive' } },
    decision: { reasons: ['pictures_lost'] },
  });
  const { body: judged } = await service.call('GET', `/biometrics/selfie-check/${check.id}`);
  expect(judged.reasons).toEqual(['pictures_lost']);
});

describe.each(kinds)('a bucket of %s that fails', (kind) => {
  test.each<[Fault, string]>([
    ['away', 'does not answer'],
    ['full', 'has no space'],
    ['lost answer', 'loses its answers'],
  ])('%s: while the store %s captures are refused, and nothing is lost', async (fault) => {
    const store = await storeOf(kind);
    const service = await start(store);
    const verification = await verify(service);
    await verification.consent();
    const started = await service.call('POST', '/biometrics/selfie-check', {
      json: { caseId: verification.id },
    });
    const capture = () =>
      service.call('POST', `/biometrics/selfie-check/${started.body.id}/capture`, {
        body: captureOf(started.body.challenge, { frame: picture() }),
      });
    service.way.fault = fault;
    const refused = await capture();
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await rowsOf(service, verification.id)).toEqual([]);
    service.way.fault = 'none';
    expect((await capture()).status).toBe(202);
    await service.tick();
    expect((await verification.read()).checks.selfie.status).not.toBe('processing');
    await sweep(service);
    const rows = await rowsOf(service, verification.id);
    expect((await namesOf(store, verification.id)).length).toBe(rows.length);
  });

  test('a job waits for a store that is away or sends a byte a second, and readiness says so', async () => {
    const store = await storeOf(kind);
    const service = await start(store, { timeoutMs: 10_000 });
    const verification = await verify(service);
    await verification.consent();
    const started = await service.call('POST', '/biometrics/selfie-check', {
      json: { caseId: verification.id },
    });
    expect((await readinessOf(service)).checks['pictures']).toEqual({ status: 'ok' });
    service.way.fault = 'slow';
    await service.call('POST', `/biometrics/selfie-check/${started.body.id}/capture`, {
      body: captureOf(started.body.challenge, { frame: picture() }),
    });
    for (const fault of ['slow', 'away'] as const) {
      service.way.fault = fault;
      service.advance(60_000);
      await service.tick();
      expect((await verification.read()).checks.selfie.status, fault).toBe('processing');
    }
    const { checks, isReady } = await readinessOf(service);
    expect([isReady, checks['pictures']]).toMatchObject([true, { status: 'warn' }]);
    service.way.fault = 'none';
    service.advance(60_000);
    await service.tick();
    expect((await verification.read()).checks.selfie.status).not.toBe('processing');
  });
});

test('a store that is full is said by readiness until it takes as much again', async () => {
  const service = await start(await storeOf('s3rver'));
  const { pictures, db } = service.deps;
  const owner = (await cases.find(db, 'test', (await verify(service)).id))!;
  const keep = () => pictures.keep(owner, purposes.frame('sfc_1', 0), Buffer.alloc(100_000));
  const said = async () => (await readinessOf(service)).checks['pictures']!.status;
  service.way.fault = 'full';
  await expect(keep()).rejects.toThrow('did not answer as it should');
  expect(await said()).toBe('warn');
  service.way.fault = 'none';
  expect([await said(), pictures.waitMs]).toEqual(['ok', 0]);
  expect((await keep()).object).not.toBeNull();
});

test('an upload that takes too long is refused within the limit, and leaves nothing open', async () => {
  const service = await start(await storeOf('s3rver'), { timeoutMs: 1000 });
  const verification = await verify(service);
  await verification.consent();
  const { body: check } = await service.call('POST', '/biometrics/selfie-check', {
    json: { caseId: verification.id },
  });
  const path = `/biometrics/selfie-check/${check.id}/capture`;
  const body = () => captureOf(check.challenge, { frame: picture() });
  service.way.fault = 'slow upload';
  const refused = await service.call('POST', path, { body: body() });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1']);
  await waitFor(() => service.way.open === 0);
  expect(await rowsOf(service, verification.id)).toEqual([]);
  service.way.fault = 'none';
  expect((await service.call('POST', path, { body: body() })).status).toBe(202);
});

test('what waits for a store asks less and less often', async () => {
  const service = await start(await storeOf('s3rver'));
  const { pictures } = service.deps;
  service.way.fault = 'full';
  const waits: number[] = [];
  for (const ms of [0, 1000, 5000, 30_000, 60_000]) {
    service.advance(ms);
    await expect(pictures.putSealed('case_1', Buffer.from('picture'))).rejects.toThrow();
    const now = service.deps.clock();
    const { again } = waitForMachine({ pictures, clock: () => now });
    waits.push(again.getTime() - now.getTime());
  }
  expect(waits).toEqual([1000, 5000, 30_000, 60_000, 60_000]);
  service.way.fault = 'none';
  await pictures.putSealed('case_1', Buffer.from('picture'));
  expect(pictures.waitMs).toBe(0);
});

test('doctor says whether the bucket answers, and whether it is that of this database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-bucket-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = await start(await storeOf('s3rver'), { dataDir });
  const { config, way } = { config: service.deps.config, way: service.way };
  await captured(service);
  await service.close();
  const finding = async (pictures: Config['pictures']) => {
    const found: { check: string; level: string; text: string }[] = [];
    await runChecks({ ...config, pictures }, (one) => found.push(one));
    return found.find(({ check }) => check === 'pictures');
  };
  const said = (level: string, text: string) => ({ level, text: expect.stringContaining(text) });
  const place = config.pictures!;
  expect(await finding(place)).toMatchObject(said('ok', 'which answers'));
  const other = { ...place, prefix: 'elsewhere' };
  expect(await finding(other)).toMatchObject(said('fail', 'does not contain'));
  expect(await finding(null)).toMatchObject(said('fail', 'PICTURES is not set'));
  way.fault = 'away';
  expect(await finding(place)).toMatchObject(said('fail', 'cannot be used'));
});

describe.each(kinds)('a start with a bucket of %s', (kind) => {
  test('nothing starts without its bucket', async () => {
    const store = await storeOf(kind);
    const dataDir = mkdtempSync(join(tmpdir(), 'idv-bucket-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const service = await start(store, { dataDir });
    const { masterKey, pictures } = service.deps.config;
    const place = { dataDir, masterKey };
    // Without a picture in the bucket nothing needs it.
    await captured(service);
    const other = { ...pictures!, prefix: 'elsewhere' };
    const nowhere = { ...pictures!, bucket: 'nowhere' };
    await service.close();
    await expect(startTestService({ config: { ...place, pictures: null } })).rejects.toThrow(
      'PICTURES is not set',
    );
    await expect(startTestService({ config: { ...place, pictures: other } })).rejects.toThrow(
      'does not contain',
    );
    await expect(startTestService({ config: { pictures: nowhere } })).rejects.toThrow('(NoSuchBucket)');
  });
});

/** A case with a capture that was judged. */
async function captured(service: TestService) {
  const verification = await verify(service);
  await verification.consent();
  await verification.details();
  const reply = await verification.selfie();
  return { id: verification.id, checkId: reply.body.id as string };
}

function rowsOf({ deps }: TestService, id: string) {
  return deps.db
    .selectFrom('selfie_frames')
    .select(['sealed', 'object'])
    .where('case_id', '=', id)
    .orderBy('position')
    .execute();
}

/** Runs the sweeps at a later time: each run goes through a part of the bucket. */
async function sweep(service: TestService, ms = 1.5 * DAY_MS): Promise<void> {
  service.advance(ms);
  for (let turn = 0; turn < 4; turn++) {
    await service.tick();
    service.advance(20_000);
  }
}

/** The names of the objects of a case. */
async function namesOf(store: StartedStore, id: string): Promise<string[]> {
  const client = clientOf(store);
  const { Contents = [] } = await client.send(new ListObjectsCommand({ Bucket: store.bucket }));
  client.destroy();
  return Contents.map(({ Key }) => Key!).filter((name) => name.includes(id));
}

async function read(store: StartedStore, name: string): Promise<Buffer> {
  const client = clientOf(store);
  const { Body } = await client.send(new GetObjectCommand({ Bucket: store.bucket, Key: name }));
  const bytes = Buffer.from(await Body!.transformToByteArray());
  client.destroy();
  return bytes;
}
