import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifyAudit } from '../../src/service/audit/verifyAudit.ts';
import { KeySlotFiles } from '../../src/service/crypto/KeySlotFiles.ts';
import { masterKeyId } from '../../src/service/crypto/masterKey.ts';
import { purposes } from '../../src/service/crypto/purposes.ts';
import { createVault, slotOf } from '../../src/service/crypto/vault.ts';
import { rootKey } from '../../src/service/keys/rootKey.ts';
import { databases, startTestService, type TestService } from '../support/service.ts';
import { newCase, person, verify } from '../support/verification.ts';

describe.each(databases)('a wrong master key on %s', (database) => {
  test.each([
    ['a case', (service: TestService) => verify(service)],
    [
      'a webhook secret',
      (service: TestService) =>
        service.call('POST', '/webhook-endpoints', { json: { url: 'https://shop.example/hook' } }),
    ],
  ])('is refused if %s is encrypted with the original key', async (_, seal) => {
    const place = database === 'pglite' ? { dataDir: temporary() } : {};
    const first = await startTestService({ database, config: place });
    const { databaseUrl, masterKey } = first.deps.config;
    const again = (key: Uint8Array | null) =>
      startTestService({ config: { ...place, databaseUrl, masterKey: key } });
    await seal(first);
    await first.close();
    await expect(again(randomBytes(32))).rejects.toThrow('master key');
    const restored = await again(masterKey);
    expect((await restored.call('GET', '/cases', { key: first.keys.test })).status).toBe(200);
  });
});

describe.runIf(databases.includes('postgres'))('a new master key', () => {
  test('replaces the old one while the service runs, without re-encryption', async () => {
    const first = await startTestService({ database: 'postgres' });
    const { databaseUrl, masterKey } = first.deps.config;
    const next = randomBytes(32);
    const [oldId, nextId] = [masterKeyId(masterKey!), masterKeyId(next)];
    const run = (key: Uint8Array, ...args: string[]) =>
      spawnSync(process.execPath, [cli, 'master-key', ...args], {
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          DATABASE_URL: databaseUrl!,
          IDV_MASTER_KEY_COMMAND: printing(key),
          IDV_NEXT_MASTER_KEY_COMMAND: printing(next),
        },
      });
    const nodeWith = (key: Uint8Array) => startTestService({ config: { databaseUrl, masterKey: key } });
    const verification = await verify(first);
    await verification.consent();
    await verification.details();
    await expect(nodeWith(next)).rejects.toThrow(`The master key ${nextId} does not open the database`);
    expect(run(masterKey!, 'add').stdout).toContain(nextId);
    const second = await nodeWith(next);
    for (const { call } of [first, second]) {
      const details = await call('GET', `/cases/${verification.id}/personal-details`, {
        key: first.keys.test,
      });
      expect(details.body).toMatchObject({ familyName: person.familyName });
    }
    expect(run(next, 'remove', nextId)).toMatchObject({ status: 1, stdout: '' });
    expect(run(next, 'remove', oldId).stdout).not.toContain(oldId);
    await expect(nodeWith(masterKey!)).rejects.toThrow(`The master key ${oldId} does not open the database`);
    expect((await second.call('POST', '/cases', { key: first.keys.test, json: newCase })).status).toBe(201);
  });
});

describe.each(databases)('a new root key on %s', (database) => {
  test('opens values of the earlier root key, which opens none of the new values', async () => {
    const place = { dataDir: temporary(), keysDir: temporary(), masterKey: randomBytes(32) };
    const first = await startTestService({ database, config: place });
    const { databaseUrl } = first.deps.config;
    const config = { ...place, databaseUrl };
    const verification = await verify(first);
    await verification.details();
    const readDetails = ({ call }: TestService) =>
      call('GET', `/cases/${verification.id}/personal-details`, { key: first.keys.test });
    await readDetails(first);
    first.advance(60_000);
    await first.tick();
    const old = {
      root: await rootKey.open(first.deps.db, place.masterKey),
      row: await rowOf(first, verification.id),
    };
    const renew = () =>
      spawnSync(process.execPath, [cli, 'master-key', 'renew'], {
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          ...(databaseUrl && { DATABASE_URL: databaseUrl }),
          DATA_DIR: place.dataDir,
          KEYS_DIR: place.keysDir,
          IDV_MASTER_KEY: base64(place.masterKey),
        },
      });
    expect(renew().stderr).toMatch(/Stop every node|in use by another/);
    await first.close();
    expect(renew().stdout).toContain('The root key is new');
    const second = await startTestService({ config });
    expect((await readDetails(second)).body).toMatchObject({ familyName: person.familyName });
    await second.tick();
    expect(second.logged()).toContain('data keys rewrapped');
    // The slots that keys had are destroyed a minute later at most: who has just read the earlier row can open it.
    expect(slotOf(old.row.data_key!)).not.toEqual(slotOf((await rowOf(second, verification.id)).data_key!));
    second.advance(150_000);
    await second.tick();
    expect((await readDetails(second)).body).toMatchObject({ familyName: person.familyName });
    const slots = new KeySlotFiles(place.keysDir);
    // A backup from before that is told from erased data.
    expect(await slots.statesOf([slotOf(old.row.data_key!)!])).toEqual(['replaced']);
    const row = await rowOf(second, verification.id);
    const { db, vault, headRecord } = second.deps;
    for (const copy of [old.row, row])
      expect(() => createVault(old.root!, slots).seal(copy, purposes.trial, '')).toThrow(verification.id);
    slots.close();
    expect(await verifyAudit(db, vault, headRecord)).toMatchObject({ ok: true });
    const earlier = verifyAudit(db, createVault(old.root!), null);
    expect((await earlier.catch(() => ({ ok: false }))).ok).toBe(false);
  });
});

test.runIf(databases.includes('postgres'))('data keys get slots once KEYS_DIR is set', async () => {
  const masterKey = randomBytes(32);
  const first = await startTestService({ database: 'postgres', config: { masterKey } });
  const { databaseUrl } = first.deps.config;
  const { id } = await verify(first);
  expect((await rowOf(first, id)).data_key).toHaveLength(61);
  await first.close();
  const second = await startTestService({ config: { databaseUrl, masterKey, keysDir: temporary() } });
  second.advance(86_400_000);
  await second.tick();
  expect((await rowOf(second, id)).data_key).toHaveLength(71);
  const reply = await second.call('GET', `/cases/${id}`, { key: first.keys.test });
  expect(reply.body.returnUrl).toBe(newCase.returnUrl);
});

const rowOf = ({ deps }: TestService, id: string) =>
  deps.db.selectFrom('cases').select(['id', 'data_key']).where('id', '=', id).executeTakeFirstOrThrow();

describe('the root key', () => {
  test('is created once by nodes that start together, and is not the master key', async () => {
    const { deps } = await startTestService({ database: databases.at(-1)! });
    const master = randomBytes(32);
    await deps.db.deleteFrom('root_keys').execute();
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => rootKey.openOrCreate(deps.db, master, deps.clock())),
    );
    expect(new Set(made.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    expect(Buffer.from(made[0]!).equals(master)).toBe(false);
  });
});

const cli = join(import.meta.dirname, '../../src/service/cli/command.ts');

function base64(key: Uint8Array): string {
  return Buffer.from(key).toString('base64');
}

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'idv-key-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A command that prints a key, as a program of a key service does. */
function printing(key: Uint8Array): string {
  const file = join(temporary(), 'key');
  writeFileSync(file, `${base64(key)}\n`, { mode: 0o600 });
  return `cat ${file}`;
}
