import { expect, test } from 'vitest';
import { startReadiness } from '../../../src/service/readiness/readiness.ts';
import { countedDeps } from '../../support/countedDeps.ts';
import { databases, startTestService } from '../../support/service.ts';

test('readiness requests at any rate cause no more database queries', async () => {
  const service = await startTestService({ database: databases.at(-1)! });
  const { deps, sent } = countedDeps(service.deps);
  const readiness = startReadiness({ ...deps, isFull: async () => false });
  await Promise.all(Array.from({ length: 1000 }, readiness));
  // One query for each database condition.
  expect(sent()).toBeGreaterThan(0);
  expect(sent()).toBeLessThan(10);
});
