import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/service/config.ts';
import { connect } from '../../src/service/db/connect.ts';
import { migrate } from '../../src/service/db/migrate.ts';
import { newDatabase } from '../support/newDatabase.ts';
import { databases, startTestService } from '../support/service.ts';

test.skipIf(!databases.includes('postgres'))('five that start together migrate once', async () => {
  const databaseUrl = await newDatabase('none');
  const open = async () => await connect({ ...readConfig({}), databaseUrl });
  const connections = await Promise.all(Array.from({ length: 5 }, open));
  try {
    const applied = await Promise.all(connections.map(({ db }) => migrate(db)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  } finally {
    for (const { close } of connections) await close();
  }
});

test.skipIf(!databases.includes('postgres'))(
  'a version that knows less than the tables need says so, and what was only added is no matter',
  async () => {
    const { deps } = await startTestService({ database: 'postgres' });
    await sql`insert into migrations (name, breaks) values ('9998_adds', false)`.execute(deps.db);
    expect(await migrate(deps.db)).toEqual([]);
    await sql`insert into migrations (name, breaks) values ('9999_contracts', true)`.execute(deps.db);
    await expect(migrate(deps.db)).rejects.toThrow('newer version of the service (9999_contracts)');
  },
);
