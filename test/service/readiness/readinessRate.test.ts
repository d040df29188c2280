import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startReadiness } from '../../../src/service/readiness/readiness.ts';
import { countedDeps } from '../../support/countedDeps.ts';
import { databases, startTestService } from '../../support/service.ts';

test('a check that fails is logged with its cause, once', async () => {
  const service = await startTestService({ database: databases.at(-1)! });
  await sql`alter table quarantine rename to elsewhere`.execute(service.deps.db);
  const readiness = startReadiness({ ...service.deps, isFull: async () => false });
  expect((await readiness()).checks).toMatchObject({ monitoring: { status: 'warn' } });
  await readiness();
  const logged = () => service.logged().match(/^.*"readiness unknown".*$/gm) ?? [];
  await expect.poll(logged).toHaveLength(1);
  expect(JSON.parse(logged()[0]!)).toMatchObject({ check: 'monitoring', code: '42P01' });
});

test('readiness requests at any rate cause no more database queries', async () => {
  const service = await startTestService({ database: databases.at(-1)! });
  const { deps, sent } = countedDeps(service.deps);
  const readiness = startReadiness({ ...deps, isFull: async () => false });
  await Promise.all(Array.from({ length: 1000 }, readiness));
  // One query for each database condition.
  expect(sent()).toBeGreaterThan(0);
  expect(sent()).toBeLessThan(10);
});
