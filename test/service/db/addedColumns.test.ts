import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Deps } from '../../../src/service/deps.ts';
import { databases, startTestService, type TestService } from '../../support/service.ts';
import { newCase, verify } from '../../support/verification.ts';

test.skipIf(!databases.includes('postgres'))(
  'columns added by a newer version break no request or job of a running older node',
  async () => {
    const service = await startTestService({ database: 'postgres' });
    const known = await walkThrough(service);
    for (const round of [1, 2]) {
      await addColumns(service.deps, `added_${round}`);
      expect((await service.call('GET', `/cases/${known}`)).status).toBe(200);
      await walkThrough(service);
    }
    for (const failure of ['request failed', 'job failed', 'not claimed', '"status":5'])
      expect(service.logged()).not.toContain(failure);
  },
);

/** A verification to its end, a creation that may be repeated, and lists. */
async function walkThrough(service: TestService): Promise<string> {
  const { id, consent, details, selfie, read } = await verify(service);
  await consent();
  await details();
  await selfie();
  expect((await read()).status).toBe('approved');
  const headers = { 'Idempotency-Key': id };
  for (const status of [201, 201])
    expect((await service.call('POST', '/cases', { json: newCase, headers })).status).toBe(status);
  for (const path of ['/cases', '/events', '/aml/screen', `/cases/${id}/personal-details`])
    expect((await service.call('GET', path)).status).toBe(200);
  return id;
}

async function addColumns({ db }: Deps, name: string): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class join pg_namespace space on space.oid = relnamespace
    where space.nspname = current_schema() and relkind in ('r', 'p') and not relispartition`.execute(db);
  for (const { table } of rows)
    await sql`alter table ${sql.table(table)} add column ${sql.ref(name)} text`.execute(db);
}
