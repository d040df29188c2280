import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { diskCondition } from '../../../src/service/readiness/readiness.ts';

const config = { dataDir: tmpdir(), databaseUrl: 'postgres://db' };

test('a full disk stays the reported reason until PostgreSQL responds again', async () => {
  const silent = async () => {
    throw new Error('connect ECONNREFUSED');
  };
  expect(await diskCondition(config, silent)).toEqual({
    status: 'fail',
    detail: 'The disk of PostgreSQL was full, and it has not answered since. Free space and start it again.',
  });
  expect(await diskCondition(config, async () => true)).toMatchObject({ status: 'fail' });
  expect((await diskCondition(config, async () => false)).status).not.toBe('fail');
});
