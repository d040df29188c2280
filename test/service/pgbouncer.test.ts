import { expect, inject, test } from 'vitest';
import { newDatabase } from '../support/newDatabase.ts';
import { programOf } from '../support/programOf.ts';
import { databases, startTestService } from '../support/service.ts';
import { startPgbouncer } from '../support/startPgbouncer.ts';
import { verify } from '../support/verification.ts';

const isOnSocket = databases.includes('postgres') && /host=%2F/.test(inject('postgresUrl'));
const program = isOnSocket
  ? programOf('pgbouncer', { tests: 'Tests behind PgBouncer', pack: 'pgbouncer' })
  : null;

test.skipIf(!program).each([
  ['with a connection past it', true],
  ['alone, which is said', false],
])('two nodes behind PgBouncer in transaction mode, %s', async (_how, hasDirect) => {
  const direct = await newDatabase();
  const databaseUrl = await startPgbouncer(program!, direct);
  const one = await startTestService({ config: settings(databaseUrl, hasDirect ? direct : null) });
  const { masterKey, bootstrapKeys } = one.deps.config;
  const two = await startTestService({
    config: { ...settings(databaseUrl, hasDirect ? direct : null), masterKey, bootstrapKeys },
  });
  expect(one.logged().includes('no wake channel')).toBe(!hasDirect);
  // More at once than PgBouncer has connections, so that they change hands between transactions.
  const all = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const verification = await verify(index % 2 ? one : two, {}, one.keys.test);
      await verification.consent();
      await verification.details();
      await verification.selfie();
      return verification;
    }),
  );
  for (const { read } of all) await expect.poll(async () => (await read()).status).toBe('approved');
  for (const { logged } of [one, two])
    expect(logged()).not.toMatch(/request failed|job failed|not claimed|prepared statement/);
});

function settings(databaseUrl: string, databaseDirectUrl: string | null) {
  const ms = 60_000;
  const limits = {
    connectTimeoutMs: ms,
    statementTimeoutMs: ms,
    lockTimeoutMs: ms,
    idleTransactionTimeoutMs: ms,
  };
  return { databaseUrl, databaseDirectUrl, database: { ...limits, pool: 10, prepare: false } };
}
