import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditHead } from '../../src/service/audit/auditHead.ts';
import { verifyAudit } from '../../src/service/audit/verifyAudit.ts';
import { runChecks } from '../../src/service/cli/runChecks.ts';
import { purposes } from '../../src/service/crypto/purposes.ts';
import { createVault, slotOf } from '../../src/service/crypto/vault.ts';
import { keyStore } from '../../src/service/keys/keyStore.ts';
import { rootKey } from '../../src/service/keys/rootKey.ts';
import type { BucketSettings } from '../../src/service/settings/bucketSettings.ts';
import { type Config, readConfig } from '../../src/service/settings/config.ts';
import {
  deleteObject,
  filesWith,
  objectsIn,
  putObject,
  rowOf,
  temporaryFolder,
  wayToKeys,
} from '../support/keyBucket.ts';
import { pictureStores, type StartedStore, type StoreKind } from '../support/pictureStores.ts';
import { readinessOf } from '../support/readinessOf.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sharedStores } from '../support/sharedStores.ts';
import { newCase, verify } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

const DAY_MS = 86_400_000;

const kinds = pictureStores('Tests of data keys');
const storeOf = sharedStores();

async function start(kind: StoreKind, config: Partial<Config> = {}) {
  const store = await storeOf(kind);
  const { way, keys } = await wayToKeys(store);
  const masterKey = randomBytes(32);
  const service = await startTestService({ config: { masterKey, keys, ...config } });
  return { service, store, way, keys, masterKey };
}

describe.each(kinds)('data keys in a bucket of %s', (kind) => {
  test('an erasure leaves nothing that opens a row or a picture, in any file of the store', async () => {
    const { service, store, masterKey, keys } = await start(kind);
    const { db, vault } = service.deps;
    const [one, other] = [await verify(service), await verify(service)];
    await one.details();
    const row = await rowOf(service, one.id);
    const picture = vault.seal(row, purposes.referenceImage, 'a picture');
    const secret = Buffer.from((await service.deps.slots!.load!(slotOf(row.data_key!)!))!);
    expect(filesWith(store.folder, secret)).toHaveLength(1);
    expect((await service.call('DELETE', `/cases/${one.id}`)).status).toBe(202);
    expect((await sql`select 1 from keys_to_destroy`.execute(db)).rows).toEqual([]);
    // No file of the store has the secret, by whatever name.
    expect(filesWith(store.folder, secret)).toEqual([]);
    // With the master key, the bucket of today, the row and the object from before.
    const { slots } = await keyStore.open(db, { ...service.deps.config, keys });
    onTestFinished(() => slots!.close());
    const thief = createVault((await rootKey.open(db, masterKey))!, slots);
    await thief.prepare([row.data_key!]);
    expect(() => thief.open(row, purposes.referenceImage, picture)).toThrow('destroyed');
    const otherRow = await rowOf(service, other.id);
    await thief.prepare([otherRow.data_key!]);
    expect(thief.seal(otherRow, purposes.trial, '')).toBeDefined();
    expect((await other.read()).returnUrl).toBe(newCase.returnUrl);
  });

  test('a restored backup is erased again, and a lost slot is not taken for a destroyed one', async () => {
    const { service, store, keys } = await start(kind);
    const { db } = service.deps;
    const [erased, kept] = [await verify(service), await verify(service)];
    const row = await rowOf(service, erased.id);
    await service.call('DELETE', `/cases/${erased.id}`);
    await sql`update cases set data_key = ${row.data_key}, redaction = null where id = ${erased.id}`.execute(
      db,
    );
    service.advance(DAY_MS);
    await service.tick();
    expect((await service.call('GET', `/cases/${erased.id}`)).body.redaction.status).toBe('redacted');
    await deleteObject(store, await objectOf(service, { store, keys, id: kept.id }));
    service.advance(DAY_MS);
    await service.tick();
    await waitFor(async () => service.logged().includes('key_slot_missing'));
    expect((await rowOf(service, kept.id)).data_key).not.toBeNull();
  });

  test('a lost slot is set aside, what comes after it is erased again, and it may come back', async () => {
    const { service, store, keys } = await start(kind);
    const { db, slots } = service.deps;
    const [lost, erased] = [await verify(service), await verify(service)];
    const row = await rowOf(service, erased.id);
    await service.call('DELETE', `/cases/${erased.id}`);
    await sql`update cases set data_key = ${row.data_key}, redaction = null where id = ${erased.id}`.execute(
      db,
    );
    const name = await objectOf(service, { store, keys, id: lost.id });
    const secret = (await slots!.load!(slotOf((await rowOf(service, lost.id)).data_key!)!)) as Uint8Array;
    await deleteObject(store, name);
    service.advance(DAY_MS);
    await service.tick();
    expect((await service.call('GET', `/cases/${erased.id}`)).body.redaction.status).toBe('redacted');
    const aside = async () =>
      (await sql<{ subject: string; error: string }>`select subject, error from quarantine`.execute(db)).rows;
    expect(await aside()).toEqual([{ subject: lost.id, error: 'key_slot_missing' }]);
    await putObject(store, name, secret);
    service.advance(DAY_MS);
    await service.tick();
    expect(await aside()).toEqual([]);
  });
});

/** The name of the object of a case's slot. */
async function objectOf(
  service: TestService,
  { store, keys, id }: { store: StartedStore; keys: BucketSettings; id: string },
): Promise<string> {
  const address = Buffer.from(slotOf((await rowOf(service, id)).data_key!)!).toString('hex');
  const names = await objectsIn(store, keys.prefix);
  return names.find((name) => name.split('/').slice(-2).join('') === address)!;
}

describe('a list or an object that is not whole', () => {
  test('a list that the store cuts is read to its end: no slot is taken for a lost one', async () => {
    const { service, way } = await start('s3rver');
    const cases = await Promise.all(Array.from({ length: 8 }, () => verify(service)));
    const rows = await Promise.all(cases.map(({ id }) => rowOf(service, id)));
    expect((await service.call('DELETE', `/cases/${cases[7]!.id}`)).status).toBe(202);
    way.listed = 3;
    const states = await service.deps.slots!.statesOf(rows.map(({ data_key }) => slotOf(data_key!)!));
    expect(states).toEqual([...Array.from({ length: 7 }, () => 'there'), 'destroyed']);
  });

  test.each(['unsaid', 'zero'] as const)('a list whose sizes are %s erases no case', async (sizes) => {
    const { service, way } = await start('s3rver');
    const { id } = await verify(service);
    way.sizes = sizes;
    service.advance(DAY_MS);
    await service.tick();
    const { body } = await service.call('GET', `/cases/${id}`);
    expect([body.status, body.redaction]).toEqual(['requires_input', null]);
    expect(service.logged()).not.toContain('erased again');
  });

  test('an altered object is a lost slot, whatever its size, and the others stay in use', async () => {
    const { service, store, keys, masterKey } = await start('s3rver', { dataDir: temporaryFolder() });
    const [one, other] = [await verify(service), await verify(service)];
    const [name, { data_key }] = [
      await objectOf(service, { store, keys, id: one.id }),
      await rowOf(service, one.id),
    ];
    await putObject(store, name, new Uint8Array(1 << 20));
    const key = service.keys.test;
    const { dataDir } = service.deps.config;
    await service.close();
    const again = await startTestService({ config: { dataDir, masterKey, keys } });
    expect((await again.call('GET', `/cases/${one.id}`, { key })).status).toBe(500);
    expect(again.logged()).toContain('key_slot_missing');
    expect(await again.deps.slots!.statesOf([slotOf(data_key!)!])).toEqual(['missing']);
    expect((await again.call('GET', `/cases/${other.id}`, { key })).status).toBe(200);
    expect((await readinessOf(again)).checks.keys.status).toBe('ok');
  });
});

describe.each(kinds)('slots and records in a bucket of %s', (kind) => {
  test('a slot whose data key has another one is told from one of an erased data key', async () => {
    const { service, store } = await start(kind);
    const slots = service.deps.slots!;
    const [replaced, erased, kept] = [await slots.allocate(), await slots.allocate(), await slots.allocate()];
    await slots.destroy([replaced.address], 'replaced');
    await slots.destroy([erased.address], 'destroyed');
    const addresses = [replaced, erased, kept].map(({ address }) => address);
    expect(await slots.statesOf(addresses)).toEqual(['replaced', 'destroyed', 'there']);
    expect(await Promise.all(addresses.map((address) => slots.load!(address)))).toEqual([
      'replaced',
      'destroyed',
      kept.secret,
    ]);
    expect(filesWith(store.folder, Buffer.from(replaced.secret))).toEqual([]);
  });

  test('allocation does not wait for the bucket, and unused slots are deleted at the end', async () => {
    const { service, store, keys } = await start(kind);
    const cases = await Promise.all(Array.from({ length: 60 }, () => verify(service)));
    const rows = await Promise.all(cases.map(({ id }) => rowOf(service, id)));
    expect(new Set(rows.map(({ data_key }) => Buffer.from(slotOf(data_key!)!).toString('hex'))).size).toBe(
      60,
    );
    await service.close();
    const left = (await objectsIn(store, keys.prefix)).filter((name) => !/\.(id|head)$/.test(name));
    // At most those that were being made when it closed.
    expect(left.length).toBeLessThanOrEqual(60 + 16);
    expect(left.length).toBeGreaterThanOrEqual(60);
  });

  test('the audit log has its second record there', async () => {
    const { service } = await start(kind);
    const { db, vault, headRecord } = service.deps;
    const { id, details } = await verify(service);
    await details();
    await service.call('GET', `/cases/${id}/personal-details`);
    await waitFor(async () => (await auditHead.beside(vault, headRecord))?.count === 1);
    await sql`delete from audit_log`.execute(db);
    await sql`delete from audit_head`.execute(db);
    expect(await verifyAudit(db, vault, headRecord)).toMatchObject({ ok: false, cutOffFrom: 1 });
  });
});

describe('a bucket that cannot erase', () => {
  test.each([
    ['Enabled', 'keeps or has kept earlier versions (Enabled)'],
    ['Suspended', 'keeps or has kept earlier versions (Suspended)'],
    ['Locked', 'is locked against changes (Locked)'],
    ['unsaid', 'keeps or has kept earlier versions (Enabled)'],
  ] as const)('is refused at the start, with the remedy: versions %s', async (versions, why) => {
    const { way, keys } = await wayToKeys(await storeOf('s3rver'));
    way.versions = versions;
    await expect(startTestService({ config: { keys } })).rejects.toThrow(
      `of KEYS ${why}, so that nothing in it is ever erased. Make a bucket of its own for KEYS`,
    );
  });

  test('is noticed later too: nothing counts as destroyed, and readiness says why', async () => {
    const { service, way } = await start('s3rver');
    const { id } = await verify(service);
    way.versions = 'unsaid';
    expect((await service.call('DELETE', `/cases/${id}`)).status).toBe(202);
    const { rows } = await sql`select 1 from keys_to_destroy`.execute(service.deps.db);
    expect(rows).toHaveLength(1);
    expect(service.logged()).toContain('BucketKeepsVersions');
    way.versions = 'Enabled';
    const said = async () => (await readinessOf(service)).checks.keys.detail;
    await waitFor(async () => /has begun to keep versions/.test((await said()) ?? ''));
    way.versions = null;
    service.advance(61_000);
    await service.tick();
    expect((await sql`select 1 from keys_to_destroy`.execute(service.deps.db)).rows).toEqual([]);
  });

  test('of another database, or of none, is refused', async () => {
    const { service, keys, masterKey } = await start('s3rver', { dataDir: temporaryFolder() });
    const { dataDir } = service.deps.config;
    await verify(service);
    await service.close();
    const again = (config: Partial<Config>) =>
      startTestService({ config: { dataDir, masterKey, keys, ...config } });
    await expect(again({ keys: { ...keys, prefix: 'elsewhere' } })).rejects.toThrow(
      /does not contain the data keys of this database/,
    );
    await expect(again({ keys: { ...keys, bucket: 'nowhere' } })).rejects.toThrow('(NoSuchBucket)');
    await expect(again({ keys: null })).rejects.toThrow(/does not contain the data keys/);
    await expect(again({ keysDir: temporaryFolder() })).rejects.toThrow(/remove KEYS_DIR/);
    expect((await again({})).url).toMatch(/^http/);
  });

  test('is said by doctor, and one that is away too', async () => {
    const { way, keys } = await wayToKeys(await storeOf('s3rver'));
    const config = { ...readConfig({ DATA_DIR: temporaryFolder() }), keys };
    const finding = async () => {
      const found: { check: string; level: string; text: string }[] = [];
      await runChecks(config, (one) => found.push(one));
      return found.find(({ check }) => check === 'keys');
    };
    expect(await finding()).toMatchObject({ level: 'ok', text: expect.stringContaining(keys.bucket) });
    way.versions = 'Suspended';
    expect(await finding()).toMatchObject({ level: 'fail', text: expect.stringContaining('(Suspended)') });
    way.versions = null;
    way.fault = 'away';
    expect(await finding()).toMatchObject({ level: 'fail', text: expect.stringContaining('cannot be used') });
  });
});

test('a bucket whose slots cross the network without TLS is warned of at the start and by doctor', async () => {
  const { keys } = await wayToKeys(await storeOf('s3rver'));
  // No address of loopback, and it leads there.
  const open = { ...keys, endpoint: keys.endpoint!.replace('127.0.0.1', '0.0.0.0') };
  const service = await startTestService({ config: { keys: open } });
  await waitFor(async () => service.logged().includes('"keys without TLS"'));
  const found: { check: string; level: string; text: string }[] = [];
  const config = { ...readConfig({ DATA_DIR: temporaryFolder() }), keys: open };
  await runChecks(config, (one) => found.push(one));
  expect(found.find(({ check }) => check === 'keys')).toMatchObject({
    level: 'warn',
    text: expect.stringContaining('KEYS_ENDPOINT is an http address'),
  });
});
