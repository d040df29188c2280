import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slotOf } from '../../src/service/crypto/vault.ts';
import { enqueue } from '../../src/service/jobs/jobs.ts';
import type { Config } from '../../src/service/settings/config.ts';
import type { Fault } from '../support/faultyStore.ts';
import { filesWith, rowOf, temporaryFolder, wayToKeys } from '../support/keyBucket.ts';
import { newDatabase } from '../support/newDatabase.ts';
import { type StartedStore, startPictureStore } from '../support/pictureStores.ts';
import { readinessOf } from '../support/readinessOf.ts';
import { databases, startTestService, type TestService } from '../support/service.ts';
import { newCase, person, verify } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

const DAY_MS = 86_400_000;

let store: StartedStore;
beforeAll(async () => {
  store = await startPictureStore('s3rver');
});
afterAll(() => store.stop());

/** A service that was started again, so that it has no data key of an earlier case in memory. */
async function startAgain(timeoutMs?: number) {
  const { way, keys } = await wayToKeys(store, timeoutMs);
  const config = { keys, masterKey: randomBytes(32), dataDir: temporaryFolder() };
  const first = await startTestService({ config });
  const earlier = await verify(first);
  await earlier.consent();
  await earlier.details();
  await waitFor(async () => (await earlier.read()).checks.aml.id);
  const screening = (await earlier.read()).checks.aml.id as string;
  await first.close();
  const service = await startTestService({ config });
  const key = first.keys.test;
  const read = (path = '') => service.call('GET', `/cases/${earlier.id}${path}`, { key });
  return { service, way, earlier, read, key, screening };
}

const toDestroy = async ({ deps }: TestService) =>
  (await sql`select 1 from keys_to_destroy`.execute(deps.db)).rows.length;

describe('while the bucket of data keys', () => {
  test('is away, what needs another key is refused, and nothing is lost', async () => {
    const { service, way, earlier, read, key } = await startAgain();
    const created = await service.call('POST', '/cases', { json: newCase, key });
    way.fault = 'away';
    const refused = await read();
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect(refused.headers.get('Retry-After')).toBe('1');
    // In memory, and made ahead.
    expect((await service.call('GET', `/cases/${created.body.id}`, { key })).status).toBe(200);
    expect((await service.call('POST', '/cases', { json: newCase, key })).status).toBe(201);
    // Until what was made ahead is used up.
    let last = 201;
    for (let n = 0; n < 100 && last === 201; n++)
      last = (await service.call('POST', '/cases', { json: newCase, key })).status;
    expect(last).toBe(503);
    expect((await service.call('DELETE', `/cases/${created.body.id}`, { key })).status).toBe(202);
    expect(await toDestroy(service)).toBe(1);
    service.advance(61_000);
    await service.tick();
    expect(await toDestroy(service)).toBe(1);
    const { checks } = await readinessOf(service);
    expect([checks.keys.status, checks.database.status]).toEqual(['warn', 'ok']);
    expect(checks.keys.detail).toContain('does not answer');
    expect(await service.deps.metrics.registry.metrics()).toMatch(
      /idv_key_store_seconds_count\{operation="get",result="failed"\} [1-9]/,
    );
    way.fault = 'none';
    await waitFor(async () => (await read()).status === 200);
    expect((await read('/personal-details')).body).toMatchObject({ familyName: person.familyName });
    expect((await service.call('POST', '/cases', { json: newCase, key })).status).toBe(201);
    service.advance(61_000);
    await service.tick();
    expect(await toDestroy(service)).toBe(0);
    expect((await rowOf(service, earlier.id)).data_key).not.toBeNull();
  });
});

describe('while the bucket of data keys', () => {
  test.each<Fault>(['slow', 'away'])('is %s, a job that needs a key waits for it', async (fault) => {
    const { service, way, earlier, read, screening } = await startAgain(3000);
    way.fault = fault;
    const job = { kind: 'screen_case', row: { id: earlier.id, mode: 'test' } } as const;
    await service.deps.db.transaction().execute((tx) => enqueue(service.deps, tx, job));
    await service.tick();
    await waitFor(() => /"job failed","kind":"screen_case".*"KeyStoreAway"/.test(service.logged()));
    // From then on nothing waits for the bucket.
    const { asked } = way;
    expect((await read()).status).toBe(503);
    expect(way.asked).toBe(asked);
    way.fault = 'none';
    await waitFor(async () => (await read()).status === 200);
    service.advance(61_000);
    await service.tick();
    await waitFor(async () => (await read()).body.checks.aml.id !== screening);
    const { rows } = await sql`select 1 from quarantine`.execute(service.deps.db);
    expect(rows).toEqual([]);
  });

  test('loses its answers, no key is used that it may not have, and an erasure is repeated', async () => {
    const { service, way, read, earlier, key } = await startAgain();
    expect((await read()).status).toBe(200);
    way.fault = 'lost answer';
    expect((await service.call('DELETE', `/cases/${earlier.id}`, { key })).status).toBe(202);
    expect(await toDestroy(service)).toBe(1);
    way.fault = 'none';
    await service.deps.slots!.check();
    service.advance(61_000);
    await service.tick();
    expect(await toDestroy(service)).toBe(0);
    expect((await service.call('POST', '/cases', { json: newCase, key })).status).toBe(201);
  });

  test('is away, a node does not start', async () => {
    const { way, keys } = await wayToKeys(store, 1000);
    way.fault = 'away';
    await expect(startTestService({ config: { keys } })).rejects.toThrow(/of KEYS cannot be used \(\w+\)/);
  });
});

test('data keys move out of a directory, and leave nothing there', async () => {
  const { keys } = await wayToKeys(store);
  const keysDir = temporaryFolder();
  const base = { masterKey: randomBytes(32), dataDir: temporaryFolder() };
  const again = (config: Partial<Config>) => startTestService({ config: { ...base, ...config } });
  const first = await again({ keysDir });
  const [kept, erased] = [await verify(first), await verify(first)];
  await kept.details();
  const before = await rowOf(first, kept.id);
  const secrets = [before, await rowOf(first, erased.id)].map(({ data_key }) => secretIn(keysDir, data_key!));
  for (const secret of secrets) expect(filesWith(keysDir, secret)).toHaveLength(1);
  await first.close();
  await expect(again({ keys })).rejects.toThrow(/to move them there out of a directory, set KEYS_DIR/);
  const moving = await again({ keys, keysDir });
  const key = first.keys.test;
  // Before the sweep both kinds are read and erased.
  await moving.call('DELETE', `/cases/${erased.id}`, { key });
  const details = (service: TestService) =>
    service.call('GET', `/cases/${kept.id}/personal-details`, { key });
  expect((await details(moving)).body).toMatchObject({ familyName: person.familyName });
  moving.advance(DAY_MS);
  await moving.tick();
  await waitFor(async () => moving.logged().includes('"data keys moved"'));
  moving.advance(120_000);
  await moving.tick();
  expect(await toDestroy(moving)).toBe(0);
  expect((await rowOf(moving, kept.id)).data_key!.length).toBe(before.data_key!.length + 1);
  for (const secret of secrets) expect(filesWith(keysDir, secret)).toEqual([]);
  await moving.close();
  const last = await again({ keys });
  expect((await details(last)).body).toMatchObject({ familyName: person.familyName });
});

test('as long as the directory lacks a data key, it is not said to be needed no more', async () => {
  const { keys } = await wayToKeys(store);
  const keysDir = temporaryFolder();
  const config = { masterKey: randomBytes(32), dataDir: temporaryFolder(), keysDir };
  const first = await startTestService({ config });
  const { id } = await verify(first);
  await first.close();
  for (const name of readdirSync(keysDir).filter((one) => one.endsWith('.keys'))) rmSync(join(keysDir, name));
  const moving = await startTestService({ config: { ...config, keys } });
  for (let day = 0; day < 2; day++) {
    moving.advance(DAY_MS);
    await moving.tick();
    await waitFor(async () => moving.logged().split('"data keys not moved"').length > day + 1);
  }
  expect(moving.logged()).toContain(id);
  expect(moving.logged()).not.toContain('"data keys moved"');
});

function secretIn(keysDir: string, dataKey: Uint8Array): Buffer {
  const address = Buffer.from(slotOf(dataKey)!);
  const name = readdirSync(keysDir).find((one) => one === `${address.toString('hex', 0, 8)}.keys`)!;
  return readFileSync(join(keysDir, name))
    .subarray(32 * address.readUInt16BE(8))
    .subarray(0, 32);
}

test.runIf(databases.includes('postgres'))(
  'nodes share nothing but the database and the bucket',
  async () => {
    const { keys } = await wayToKeys(store);
    const config = { databaseUrl: await newDatabase(), masterKey: randomBytes(32), keys };
    const startOne = () => startTestService({ config: { ...config, dataDir: temporaryFolder() } });
    // Both are the first.
    const [one, two] = await Promise.all([startOne(), startOne()]);
    const { id } = await verify(one);
    const key = one.keys.test;
    expect((await two.call('GET', `/cases/${id}`, { key })).body.returnUrl).toBe(newCase.returnUrl);
    const { data_key } = await rowOf(one, id);
    expect((await two.call('DELETE', `/cases/${id}`, { key })).status).toBe(202);
    expect(await one.deps.slots!.statesOf([slotOf(data_key!)!])).toEqual(['destroyed']);
    expect((await one.call('GET', `/cases/${id}`, { key })).body.redaction.status).toBe('redacted');
  },
);
