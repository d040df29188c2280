import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/service/db/connect.ts';
import { readConfig } from '../../../src/service/settings/config.ts';
import { newDatabase } from '../../support/newDatabase.ts';
import { databases } from '../../support/service.ts';

test.skipIf(!databases.includes('postgres'))(
  'a connection to a server that has become a standby is not used again',
  async () => {
    const config = readConfig({});
    const { db, close } = await connect({
      ...config,
      databaseUrl: await newDatabase('none'),
      database: { ...config.database, pool: 1 },
    });
    onTestFinished(close);
    const write = () => sql`create table one (id int)`.execute(db);
    // As a standby answers, for this connection alone.
    await sql`set default_transaction_read_only = on`.execute(db);
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    await write();
  },
);
