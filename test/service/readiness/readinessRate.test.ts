import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Pictures } from '../../../src/service/pictures/Pictures.ts';
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

test('nobody waits for a bucket that says nothing, once it was asked', async () => {
  const service = await startTestService({ database: databases.at(-1)! });
  const check = vi.fn(async () => {});
  const pictures = { hasStore: true, check } as unknown as Pictures;
  const later = vi.spyOn(performance, 'now');
  onTestFinished(() => later.mockRestore());
  const now = performance.now();
  const at = (ms: number) => later.mockReturnValue(now + ms);
  const readiness = startReadiness({ ...service.deps, pictures, isFull: async () => false });
  const said = async () => (await readiness()).checks.pictures.status;
  at(0);
  expect(await said()).toBe('ok');
  let fail = (_: Error) => {};
  check.mockReturnValueOnce(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  at(6000);
  expect(await said()).toBe('ok');
  expect(check).toHaveBeenCalledTimes(2);
  fail(new Error('It says nothing.'));
  await expect.poll(said).toBe('warn');
  at(12_000);
  await expect.poll(said).toBe('ok');
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
