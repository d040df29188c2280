import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChecks } from '../../src/service/cli/runChecks.ts';
import { slotOf } from '../../src/service/crypto/vault.ts';
import { type Config, readConfig } from '../../src/service/settings/config.ts';
import { rowOf, temporaryFolder, wayToKeys } from '../support/keyBucket.ts';
import { type StartedStore, startPictureStore } from '../support/pictureStores.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const DAY_MS = 86_400_000;

let store: StartedStore;
beforeAll(async () => {
  store = await startPictureStore('s3rver');
});
afterAll(() => store.stop());

/** A backup from before its data keys moved out of a directory into a bucket, and what there is after the move. */
async function moved() {
  const { keys } = await wayToKeys(store);
  const [keysDir, dataDir, backup] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const settings = { masterKey: randomBytes(32), dataDir, keysDir };
  const first = await startTestService({ config: settings });
  const { id } = await verify(first);
  const row = await rowOf(first, id);
  await first.close();
  cpSync(dataDir, backup, { recursive: true });
  const service = await startTestService({ config: { ...settings, keys } });
  await passADay(service);
  const inBackup = { ...settings, dataDir: backup };
  return { service, key: first.keys.test, id, row, keys, inBackup };
}

/** Until the slots that data keys had are overwritten. */
async function passADay(service: TestService): Promise<void> {
  for (const ms of [DAY_MS, 120_000]) {
    service.advance(ms);
    await service.tick();
  }
}

test('a backup from before a move of its data keys is refused, and nothing of it is erased', async () => {
  const { id, keys, inBackup } = await moved();
  const why = new RegExp(`older backup: the data key of ${id} was in the directory .* of KEYS_DIR.*Restore`);
  const again = (config: Partial<Config>) => startTestService({ config: { ...inBackup, ...config } });
  await expect(again({})).rejects.toThrow(why);
  await expect(again({ keys })).rejects.toThrow(why);
  for (const config of [inBackup, { ...inBackup, keys }]) {
    const found: { check: string; level: string; text: string }[] = [];
    await runChecks({ ...readConfig({}), ...config }, (one) => found.push(one));
    const finding = found.find(({ check }) => check === 'keys');
    expect(finding).toMatchObject({ level: 'fail', text: expect.stringMatching(why) });
  }
});

test('rows of such a backup among newer ones are set aside, never taken for erased', async () => {
  const { service, key, id, row } = await moved();
  const { db, slots } = service.deps;
  expect(await slots!.statesOf([slotOf(row.data_key!)!])).toEqual(['replaced']);
  await sql`update cases set data_key = ${row.data_key} where id = ${id}`.execute(db);
  await passADay(service);
  expect(service.logged()).not.toContain('erased again');
  const { rows } = await sql`select subject, error from quarantine`.execute(db);
  expect(rows).toEqual([{ subject: id, error: 'key_slot_replaced' }]);
  expect((await rowOf(service, id)).data_key).toEqual(row.data_key);
  service.deps.vault.forget(id);
  expect((await service.call('GET', `/cases/${id}`, { key })).status).toBe(503);
});
