import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KeySlotFiles } from '../../src/service/crypto/KeySlotFiles.ts';
import { purposes } from '../../src/service/crypto/purposes.ts';
import { createVault, slotOf } from '../../src/service/crypto/vault.ts';
import { keyStore } from '../../src/service/db/store/keyStore.ts';
import { rootKey } from '../../src/service/keys/rootKey.ts';
import { newDatabase } from '../support/newDatabase.ts';
import { type DatabaseKind, databases, startTestService, type TestService } from '../support/service.ts';
import { newCase, verify } from '../support/verification.ts';

const live = (service: TestService) => ({ key: service.keys.live });
const person = { fullName: 'Ileana Vrajitoru' };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'idv-erased-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start(database: DatabaseKind) {
  const keysDir = join(folder(), 'keys');
  const masterKey = randomBytes(32);
  const service = await startTestService({ database, config: { keysDir, masterKey } });
  const root = (await rootKey.open(service.deps.db, masterKey))!;
  /** The means of a thief with the master key, the current key directory, and a row from any copy of the database. */
  const opens = (id: string, dataKey: Uint8Array) => {
    const slots = new KeySlotFiles(keysDir);
    onTestFinished(() => slots.close());
    const vault = createVault(root, slots);
    try {
      vault.seal({ id, data_key: dataKey }, purposes.trial, '');
      return true;
    } catch {
      return false;
    }
  };
  return { service, keysDir, opens };
}

async function dataKeyOf({ deps }: TestService, table: string, id: string): Promise<Uint8Array> {
  const { rows } = await sql<{ data_key: Uint8Array }>`
    select data_key from ${sql.table(table)} where id = ${id}`.execute(deps.db);
  return rows[0]!.data_key;
}

async function textOfAll({ deps }: TestService): Promise<string> {
  const tables = [
    'aml_screenings',
    'aml_watches',
    'aml_batches',
    'aml_batch_parts',
    'hit_resolutions',
    'events',
    'idempotency_keys',
    'aml_rescreens',
  ];
  let text = '';
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(
      deps.db,
    );
    text += rows.map(({ row }) => row).join('\n');
  }
  return text;
}

describe.each(databases)('the erased data of a case on %s', (database) => {
  test('cannot be decrypted from a copy of its row, other cases can', async () => {
    const { service, opens } = await start(database);
    const [{ id }, other] = [await verify(service), await verify(service)];
    const [key, otherKey] = [
      await dataKeyOf(service, 'cases', id),
      await dataKeyOf(service, 'cases', other.id),
    ];
    expect([opens(id, key), opens(other.id, otherKey)]).toEqual([true, true]);
    expect((await service.call('DELETE', `/cases/${id}`)).status).toBe(202);
    expect([opens(id, key), opens(other.id, otherKey)]).toEqual([false, true]);
    expect((await sql`select 1 from keys_to_destroy`.execute(service.deps.db)).rows).toEqual([]);
    expect((await other.read()).returnUrl).toBe(newCase.returnUrl);
  });

  test('leaves no stored response that a remaining key can decrypt', async () => {
    const { service, opens } = await start(database);
    const headers = { 'Idempotency-Key': 'once' };
    const { body } = await service.call('POST', '/cases', { json: newCase, headers });
    const again = await service.call('POST', '/cases', { json: newCase, headers });
    expect(again.body.id).toBe(body.id);
    const { rows } = await sql<{ is_owned: boolean }>`select is_owned from idempotency_keys`.execute(
      service.deps.db,
    );
    expect(rows).toEqual([{ is_owned: true }]);
    const key = await dataKeyOf(service, 'cases', body.id);
    await service.call('DELETE', `/cases/${body.id}`);
    expect(opens(body.id, key)).toBe(false);
  });
});

describe.each(databases)('remains of a crash or a restore on %s', (database) => {
  test('are erased again after a restored backup', async () => {
    const { service } = await start(database);
    const { db } = service.deps;
    const { id } = await verify(service);
    const { body: watch } = await service.call('POST', '/aml/watch', { json: { person } });
    const rows = await Promise.all(
      ['cases', 'aml_watches'].map(async (table, i) => ({
        table,
        id: [id, watch.id][i],
        data_key: await dataKeyOf(service, table, [id, watch.id][i]),
      })),
    );
    const { rows: before } = await sql<{ row: object }>`select to_jsonb(w) as row from aml_watches w`.execute(
      db,
    );
    await service.call('DELETE', `/cases/${id}`);
    await service.call('DELETE', `/aml/watch/${watch.id}`);
    await sql`update cases set data_key = ${rows[0]!.data_key}, redaction = null where id = ${id}`.execute(
      db,
    );
    await sql`insert into aml_watches select * from jsonb_populate_record(null::aml_watches, ${JSON.stringify(before[0]!.row)}::text::jsonb)`.execute(
      db,
    );
    service.advance(86_400_000);
    await service.tick();
    expect((await service.call('GET', `/cases/${id}`)).body.redaction.status).toBe('redacted');
    expect((await service.call('GET', `/aml/watch/${watch.id}`)).status).toBe(404);
    expect(service.logged()).toContain('"erased again"');
  });

  test('are destroyed by a sweep after a crash during the erasure', async () => {
    const { service, opens } = await start(database);
    const verification = await verify(service);
    await verification.details();
    const { id } = verification;
    const key = await dataKeyOf(service, 'cases', id);
    await sql`insert into keys_to_destroy (slot) values (${Buffer.from(slotOf(key)!)})`.execute(
      service.deps.db,
    );
    service.advance(61_000);
    await service.tick();
    expect(opens(id, key)).toBe(false);
    // To who has just read the row it is as a case that changes: asking again is the way on.
    service.deps.vault.forget(id);
    const read = await service.call('GET', `/cases/${id}/personal-details`);
    expect([read.status, read.body.code]).toEqual([503, 'unavailable']);
  });
});

test.each(databases)(
  'a key file that is missing keeps no other slot from being destroyed on %s',
  async (database) => {
    const { service, keysDir, opens } = await start(database);
    const { db, slots } = service.deps;
    const [lost, kept] = [new KeySlotFiles(keysDir), await verify(service)];
    onTestFinished(() => lost.close());
    // More than the sweep reads at once, before the one that is there.
    const missing = Array.from({ length: 1001 }, () => lost.allocate().address);
    const name = Buffer.from(missing[0]!).toString('hex', 0, 8);
    rmSync(join(keysDir, `${name}.keys`));
    const key = await dataKeyOf(service, 'cases', kept.id);
    const { done, failed } = await slots!.destroy([missing[0]!, slotOf(key)!], 'destroyed');
    expect([done, failed.map(({ item }) => item)]).toEqual([[slotOf(key)], [missing[0]]]);
    expect(opens(kept.id, key)).toBe(false);
    await keyStore.addToDestroy(db, [...missing, slotOf(key)!], 'destroyed');
    service.advance(61_000);
    await service.tick();
    const { rows } = await sql<{ slot: Uint8Array }>`select slot from keys_to_destroy`.execute(db);
    expect(rows).toHaveLength(missing.length);
    expect(rows.every(({ slot }) => Buffer.from(slot).toString('hex').startsWith(name))).toBe(true);
    expect(service.logged()).toContain('"keys not destroyed"');
  },
);

describe.each(databases)('erased data without a case on %s', (database) => {
  test('of a watch covers screenings, resolutions, events and reports', async () => {
    const { service, opens } = await start(database);
    const watch = (
      await service.call('POST', '/aml/watch', {
        json: { person, clientReferenceId: 'customer 7' },
        ...live(service),
      })
    ).body;
    const events = async () => (await service.call('GET', '/events?limit=100', live(service))).body.data;
    const event = (await events()).find(({ type }: { type: string }) => type.startsWith('aml_screening.'));
    expect(event.data).toMatchObject({ watchId: watch.id, clientReferenceId: 'customer 7' });
    const [key, screeningKey] = [
      await dataKeyOf(service, 'aml_watches', watch.id),
      await dataKeyOf(service, 'aml_screenings', watch.screeningId),
    ];
    expect((await service.call('DELETE', `/aml/screen/${watch.screeningId}`, live(service))).body.code).toBe(
      'screening_owned',
    );
    expect((await service.call('DELETE', `/aml/watch/${watch.id}`, live(service))).status).toBe(204);
    for (const path of [
      `/aml/watch/${watch.id}`,
      `/aml/screen/${watch.screeningId}`,
      `/aml/screen/${watch.screeningId}/report`,
    ])
      expect((await service.call('GET', path, live(service))).status).toBe(404);
    expect([opens(watch.id, key), opens(watch.screeningId, screeningKey)]).toEqual([false, false]);
    const after = (await events()).find(({ id }: { id: string }) => id === event.id);
    expect(after.data.clientReferenceId).toBeNull();
    const { rows } = await sql`select 1 from aml_screenings`.execute(service.deps.db);
    expect(rows).toEqual([]);
  });
});

describe.each(databases)('the erased data of a file on %s', (database) => {
  test('covers everything of a screening and of a file', async () => {
    const { service, opens } = await start(database);
    const screening = (
      await service.call('POST', '/aml/screen', { json: { person: { fullName: 'AML POSSIBLE' } } })
    ).body;
    const [hit] = screening.hits;
    if (hit) {
      const json = { resolution: 'false_positive', reasonCode: 'other', note: 'a note' };
      await service.call('POST', `/aml/screen/${screening.id}/hits/${hit.id}/resolution`, { json });
    }
    const key = await dataKeyOf(service, 'aml_screenings', screening.id);
    const file = new FormData();
    file.append('file', new Blob(['id,fullName\n1,Ileana Vrajitoru\n']), 'people.csv');
    const batch = (await service.call('POST', '/aml/batches', { body: file })).body;
    const batchKey = await dataKeyOf(service, 'aml_batches', batch.id);
    expect([opens(screening.id, key), opens(batch.id, batchKey)]).toEqual([true, true]);
    for (const path of [`/aml/screen/${screening.id}`, `/aml/batches/${batch.id}`]) {
      expect((await service.call('DELETE', path)).status).toBe(204);
      expect((await service.call('GET', path)).status).toBe(404);
    }
    expect([opens(screening.id, key), opens(batch.id, batchKey)]).toEqual([false, false]);
    service.advance(1000);
    await service.tick();
    expect(service.logged()).not.toMatch(/"level":"error"/);
    const left = await textOfAll(service);
    expect(left).not.toContain(batch.id);
    expect(
      left.split('\n').filter((row) => row.includes(screening.id) && !row.includes('aml_screening.')),
    ).toEqual([]);
  });

  test('requires the erase scope, also for watches, screenings and files', async () => {
    const { service } = await start(database);
    const { body } = await service.call('POST', '/keys', {
      json: { name: 'few', scopes: ['aml:read', 'aml:write', 'cases:write'] },
    });
    const watch = (await service.call('POST', '/aml/watch', { json: { person } })).body;
    const reply = await service.call('DELETE', `/aml/watch/${watch.id}`, { key: body.key });
    expect([reply.status, reply.body.code]).toEqual([403, 'scope_missing']);
  });
});

test.skipIf(!databases.includes('postgres'))(
  'nodes share one directory of keys, and another one is refused',
  async () => {
    const databaseUrl = await newDatabase();
    const config = { databaseUrl, masterKey: randomBytes(32), keysDir: folder() };
    const [one, two] = [await startTestService({ config }), await startTestService({ config })];
    const { id } = await verify(one);
    expect((await two.call('GET', `/cases/${id}`, { key: one.keys.test })).body.returnUrl).toBe(
      newCase.returnUrl,
    );
    await expect(startTestService({ config: { ...config, keysDir: folder() } })).rejects.toThrow(
      /does not contain the data keys/,
    );
    await expect(startTestService({ config: { ...config, keysDir: null } })).rejects.toThrow(/Set KEYS_DIR/);
  },
);

const secretOf = (slots: KeySlotFiles, address: Uint8Array) => slots.read(address) as Uint8Array;

test('a slot is assigned once, after its file is on the disk', () => {
  const path = folder();
  const slots = new KeySlotFiles(path);
  onTestFinished(() => slots.close());
  const made = Array.from({ length: 5000 }, () => slots.allocate());
  expect(new Set(made.map(({ address }) => Buffer.from(address).toString('hex'))).size).toBe(5000);
  const other = new KeySlotFiles(path);
  onTestFinished(() => other.close());
  expect(made.every(({ address, secret }) => Buffer.compare(secretOf(other, address), secret) === 0)).toBe(
    true,
  );
  other.destroy([made[0]!.address, made[4999]!.address], 'destroyed');
  expect([slots.read(made[0]!.address), slots.read(made[4999]!.address)]).toEqual(['destroyed', 'destroyed']);
  expect(Buffer.compare(secretOf(slots, made[1]!.address), made[1]!.secret)).toBe(0);
  const files = readdirSync(path).map((name) => readFileSync(join(path, name)));
  expect(files.some((bytes) => bytes.includes(Buffer.from(made[0]!.secret)))).toBe(false);
});

test('a slot whose data key has another one is told from one of an erased data key', async () => {
  const path = folder();
  const slots = new KeySlotFiles(path);
  onTestFinished(() => slots.close());
  const [replaced, erased, kept] = [slots.allocate(), slots.allocate(), slots.allocate()];
  slots.destroy([replaced.address], 'replaced');
  slots.destroy([erased.address], 'destroyed');
  const states = await slots.statesOf([replaced.address, erased.address, kept.address]);
  expect(states).toEqual(['replaced', 'destroyed', 'there']);
  const files = readdirSync(path).map((name) => readFileSync(join(path, name)));
  expect(files.some((bytes) => bytes.includes(Buffer.from(replaced.secret)))).toBe(false);
});
