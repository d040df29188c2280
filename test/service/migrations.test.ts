import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runChecks } from '../../src/service/cli/runChecks.ts';
import { connect } from '../../src/service/db/connect.ts';
import { makeIndex } from '../../src/service/db/makeIndex.ts';
import { migrate } from '../../src/service/db/migrate.ts';
import { type Migration, migrations } from '../../src/service/db/migrations/index.ts';
import type { Database } from '../../src/service/db/schema.ts';
import { startReadiness } from '../../src/service/readiness/readiness.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { newDatabase } from '../support/newDatabase.ts';
import { databases, startTestService } from '../support/service.ts';

test.skipIf(!databases.includes('postgres'))('five processes that start together migrate once', async () => {
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
  'a version too old for the tables refuses to start; added columns alone are accepted',
  async () => {
    const { deps } = await startTestService({ database: 'postgres' });
    await migrate(deps.db, later);
    expect(await migrate(deps.db)).toEqual([]);
    await migrate(deps.db, { ...later, '0004_example_removal': { breaking: true, run: async () => {} } });
    await expect(migrate(deps.db)).rejects.toThrow('newer version of the service (0004_example_removal)');
    const ready = await startReadiness({ ...deps, isFull: async () => false })();
    expect(ready.isReady).toBe(false);
    expect(ready.checks.migrations.detail).toContain('newer version of the service (0004_example_removal)');
    const lines: string[] = [];
    await runChecks(deps.config, ({ check, level, text }) => lines.push(`${level} ${check}: ${text}`));
    expect(lines).toContainEqual(expect.stringMatching(/^fail migrations: .*0004_example_removal/));
  },
);

/** A later version of the service: it adds an index to a large table, then a column. */
const later: Record<string, Migration> = {
  ...migrations,
  '0002_example_index': {
    online: true,
    run: (db) => makeIndex(db, 'aml_screenings_by_time', 'aml_screenings (mode, completed_at)'),
  },
  '0003_example_column': {
    run: async (db) => void (await sql`alter table session_keys add column example text`.execute(db)),
  },
};

/** A database with today's tables, and its address. */
async function databaseOfToday(): Promise<{ db: Kysely<Database>; databaseUrl: string }> {
  const databaseUrl = await newDatabase();
  const { db, close } = await connect({ ...readConfig({}), databaseUrl });
  onTestFinished(close);
  return { db, databaseUrl };
}

/** Another connection to the same database, with a shorter lock timeout than a session of the service. */
async function other(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, lock_timeout: 4500 });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Waits until a statement of a migration is blocked by a lock. */
async function isWaiting(client: pg.Client, statement: string): Promise<void> {
  const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
  await expect.poll(async () => (await client.query(blocked, [`${statement}%`])).rowCount).toBe(1);
}

describe.runIf(databases.includes('postgres'))('later migrations', () => {
  test('writers of a table are not blocked while it gets an index', async () => {
    const { db, databaseUrl } = await databaseOfToday();
    const [long, short] = [await other(databaseUrl), await other(databaseUrl)];
    const write = (
      id: string,
    ) => `insert into aml_screenings (id, mode, case_id, status, sealed_input, criteria, created_at)
      values ('${id}', 'test', '', 'clear', '', '{}', now())`;
    await long.query('begin');
    await long.query(write('aml_1'));
    const migrated = migrate(db, later);
    await isWaiting(short, 'create index');
    await short.query(write('aml_2'));
    await long.query('commit');
    expect(await migrated).toEqual(['0002_example_index', '0003_example_column']);
    const made = await short.query(
      `select indisvalid from pg_index where indexrelid = 'aml_screenings_by_time'::regclass`,
    );
    expect(made.rows).toEqual([{ indisvalid: true }]);
    expect(await migrate(db)).toEqual([]);
  });

  test('readers of a table are not blocked while the migration waits for its lock', async () => {
    const { db, databaseUrl } = await databaseOfToday();
    const [long, short] = [await other(databaseUrl), await other(databaseUrl)];
    await long.query('begin');
    await long.query('select from session_keys');
    const migrated = migrate(db, later);
    await isWaiting(short, 'alter table session_keys');
    await short.query('select from session_keys');
    await long.query('commit');
    expect(await migrated).toContain('0003_example_column');
  });

  test('an index whose build was interrupted is rebuilt', async () => {
    const { db } = await databaseOfToday();
    await sql`create index aml_screenings_by_time on aml_screenings (mode)`.execute(db);
    await sql`update pg_index set indisvalid = false
      where indexrelid = 'aml_screenings_by_time'::regclass`.execute(db);
    await migrate(db, later);
    const { rows } = await sql<{ definition: string }>`
      select pg_get_indexdef('aml_screenings_by_time'::regclass) as definition`.execute(db);
    expect(rows[0]!.definition).toContain('(mode, completed_at)');
  });
});

test('a failed start releases its listener, timers and database', async () => {
  const [taken, free] = [createServer(), createServer()];
  for (const server of [taken, free]) await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void taken.close());
  const [takenPort, port] = [taken, free].map((server) => (server.address() as AddressInfo).port);
  await once(free.close(), 'close');
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-start-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = { port: port!, dataDir, masterKey: randomBytes(32) };
  const metrics = { token: null, port: takenPort! };
  await expect(startTestService({ config: { ...config, metrics } })).rejects.toThrow(/METRICS_PORT/);
  const service = await startTestService({ config });
  expect((await service.call('GET', '/cases')).status).toBe(200);
});
