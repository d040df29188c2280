import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openPgConnection } from '../../../src/service/db/postgres/pgConnection.ts';
import { newDatabase } from '../../support/newDatabase.ts';
import { databases } from '../../support/service.ts';

const onPostgres = test.skipIf(!databases.includes('postgres'));

async function preparedSession() {
  const pool = new pg.Pool({
    connectionString: await newDatabase(),
    max: 2,
    pipeline: true,
  } as pg.PoolConfig);
  onTestFinished(() => pool.end());
  await pool.query('create table numbers (number integer); insert into numbers values (1)');
  const session = openPgConnection(await pool.connect(), { prepare: true, answerMs: 0, onError: () => {} });
  onTestFinished(() => session.release());
  const divide = (by: number) => session.query('select *, 1 / $1::integer from numbers', [by]);
  await divide(1);
  await pool.query('alter table numbers add column more integer');
  return { session, divide };
}

onPostgres('a retry on a fresh plan that fails reports its own failure', async () => {
  const { divide } = await preparedSession();
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
});

onPostgres('a retry within a transaction reports the stale plan, so that all of it is retried', async () => {
  const { session, divide } = await preparedSession();
  await session.query('begin');
  await expect(divide(1)).rejects.toMatchObject({ code: '0A000' });
  await session.query('rollback');
  expect((await divide(1)).rows).toHaveLength(1);
});
