import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newId } from '../../../src/contract/ids.ts';
import { enqueue } from '../../../src/service/jobs/jobs.ts';
import { startTestService } from '../../support/service.ts';

test('requests are handled between two jobs', async () => {
  const { deps, tick } = await startTestService();
  for (let i = 0; i < 20; i++) {
    const row = { id: newId('case'), mode: 'test' } as const;
    await enqueue(deps, deps.db, { kind: 'settle_case', row });
  }
  let [turns, isDone] = [0, false];
  const work = tick().then(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTurn();
    turns += 1;
  }
  await work;
  // Two at a time.
  expect(turns).toBeGreaterThanOrEqual(10);
});
