import { afterAll, beforeAll, expect, test } from 'vitest';
import { slotOf } from '../../../src/service/crypto/vault.ts';
import { keyStore } from '../../../src/service/db/store/keyStore.ts';
import { settleEach } from '../../../src/service/objects/settleEach.ts';
import { rowOf, wayToKeys } from '../../support/keyBucket.ts';
import { type StartedStore, startPictureStore } from '../../support/pictureStores.ts';
import { startTestService } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';
import { waitFor } from '../../support/waitFor.ts';

let store: StartedStore;
beforeAll(async () => {
  store = await startPictureStore('s3rver');
});
afterAll(() => store.stop());

test('one picture that cannot be deleted keeps no other from being deleted', async () => {
  const { keys, way } = await wayToKeys(store);
  const service = await startTestService({ config: { pictures: keys } });
  const { db, pictures } = service.deps;
  const names: string[] = [];
  // More than one run deletes.
  for (let n = 0; n < 130; n++) names.push(await pictures.putSealed('case_1', Buffer.from(`${n}`)));
  const [first] = names.sort();
  await db
    .insertInto('objects_to_delete')
    .values(names.map((object) => ({ case_id: 'case_1', object })))
    .execute();
  const runTwice = async () => {
    for (let run = 0; run < 2; run++) {
      service.advance(15_000);
      await service.tick();
    }
  };
  way.refused = first!;
  await runTwice();
  expect(await pictures.list(null)).toEqual([{ case_id: 'case_1', object: first }]);
  const left = () => db.selectFrom('objects_to_delete').select('object').execute();
  expect(await left()).toEqual([{ object: first }]);
  way.refused = null;
  await runTwice();
  expect(await left()).toEqual([]);
});

test('one slot that cannot be overwritten keeps no other from it, and makes the bucket not away', async () => {
  const { keys, way } = await wayToKeys(store);
  const service = await startTestService({ config: { keys } });
  const { db, slots } = service.deps;
  const one = await verify(service);
  const { secret: _, ...bad } = await slots!.allocate();
  const others = await Promise.all(Array.from({ length: 40 }, () => slots!.allocate()));
  const addresses = [bad, ...others].map(({ address }) => address);
  await keyStore.addToDestroy(db, addresses, 'destroyed');
  way.refused = Buffer.from(bad.address).toString('hex', 9);
  service.advance(61_000);
  await service.tick();
  const left = await db.selectFrom('keys_to_destroy').select('slot').execute();
  expect(left.map(({ slot }) => Buffer.from(slot))).toEqual([Buffer.from(bad.address)]);
  await waitFor(() => service.logged().includes('"keys not destroyed"'));
  const address = slotOf((await rowOf(service, one.id)).data_key!)!;
  expect(await slots!.statesOf([address])).toEqual(['there']);
});

test('a store that is away is asked no more than for those done at once', async () => {
  let asked = 0;
  const items = Array.from({ length: 100 }, (_, n) => n);
  const { done, failed } = await settleEach(items, 4, async (item) => {
    asked++;
    await new Promise(setImmediate);
    if (item > 9) throw new Error('away');
  });
  expect(done).toEqual(items.slice(0, 10));
  expect(failed.length).toBeLessThan(8);
  expect(asked).toBe(done.length + failed.length);
});
