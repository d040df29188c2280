import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/service/db/connect.ts';
import { readConfig } from '../../../src/service/settings/config.ts';
import { newDatabase } from '../../support/newDatabase.ts';
import { readinessOf } from '../../support/readinessOf.ts';
import { databases, startTestService } from '../../support/service.ts';
import { newCase } from '../../support/verification.ts';

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

test.skipIf(!databases.includes('postgres'))(
  'a node on a database that takes no writes is not ready, and is again once it takes them',
  async () => {
    const databaseUrl = await newDatabase();
    const token = 'scrape-me-0123456789';
    const service = await startTestService({
      config: { databaseUrl, metrics: { token, port: null } },
    });
    const server = new pg.Client({ connectionString: databaseUrl });
    await server.connect();
    onTestFinished(() => server.end());
    const name = server.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
    const isUp = async () => {
      const headers = { Authorization: `Bearer ${token}` };
      return /^idv_database_up (.)$/m.exec(
        await (await fetch(`${service.url}/metrics`, { headers })).text(),
      )?.[1];
    };
    const create = async () => (await service.call('POST', '/cases', { json: newCase })).status;
    const pids = async () => {
      const text =
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
      return (await server.query<{ pid: number }>(text)).rows.map(({ pid }) => pid);
    };

    await server.query(`alter database ${name} set default_transaction_read_only = on`);
    for (const pid of await pids()) await server.query('select pg_terminate_backend($1)', [pid]);
    await expect.poll(create).toBe(503);
    const { isReady, checks } = await readinessOf(service);
    expect(isReady).toBe(false);
    expect(checks.database.detail).toContain('takes no writes');
    expect(await isUp()).toBe('0');
    expect(service.logged()).toMatch(/"readiness unknown".*"25006"/);

    await server.query('set default_transaction_read_only = off');
    await server.query(`alter database ${name} reset default_transaction_read_only`);
    // No request is needed for it: readiness alone leaves the connections that take none.
    await expect.poll(async () => (await readinessOf(service)).isReady).toBe(true);
    await expect.poll(create).toBe(201);
    expect(await isUp()).toBe('1');
  },
);
