import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect } from '../../../src/service/db/connect.ts';
import { readConfig } from '../../../src/service/settings/config.ts';
import { newDatabase } from '../../support/newDatabase.ts';
import { databases } from '../../support/service.ts';

test.skipIf(!databases.includes('postgres'))('PostgreSQL uses the time limits of the settings', async () => {
  const settings = readConfig({
    DB_STATEMENT_TIMEOUT_MS: '7001',
    DB_LOCK_TIMEOUT_MS: '7002',
    DB_IDLE_TRANSACTION_TIMEOUT_MS: '7003',
  });
  const { db, close } = await connect({ ...settings, databaseUrl: await newDatabase() });
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name like '%timeout' and source = 'client' order by name`.execute(
    db,
  );
  await close();
  expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
    'idle_in_transaction_session_timeout 7003',
    'lock_timeout 7002',
    'statement_timeout 7001',
  ]);
});
