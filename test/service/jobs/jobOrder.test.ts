import { expect, test } from 'vitest';
import { jobs } from '../../../src/service/db/store/jobs.ts';
import { databases, sharedServices } from '../../support/service.ts';

const services = sharedServices();

test.each(databases)('live jobs run before test jobs, then cases take turns, on %s', async (database) => {
  const { db, clock } = services(database).deps;
  const queue = 'of this test';
  const put = async (name: string, case_id: string, priority: number, afterMs: number) => {
    const at = new Date(clock().getTime() - 1000 + afterMs);
    const row = { id: name, kind: 'verify_selfie', subject: name, run_at: at, created_at: at };
    await jobs.put(db, { ...row, queue, case_id, priority });
  };
  await put('many 1', 'case_many', 1, 0);
  await put('many 2', 'case_many', 1, 1);
  await put('many 3', 'case_many', 1, 2);
  await put('one', 'case_one', 1, 3);
  await put('live', 'case_live', 0, 4);
  await put('not yet', 'case_late', 0, 5000);
  const taken: string[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const leasedUntil = new Date(clock().getTime() + 10_000);
    const claim = { queue, now: clock(), leasedUntil, claim: `claim ${turn}`, limit: 1 };
    taken.push(...(await jobs.claim(db, claim)).map(({ id }) => id));
  }
  expect(taken).toEqual(['live', 'many 1', 'one', 'many 2', 'many 3']);
});
