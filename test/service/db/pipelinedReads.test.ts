import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { pipelinedRead } from '../../../src/service/db/compiledStatement.ts';
import { connect } from '../../../src/service/db/connect.ts';
import { isDatabaseDown } from '../../../src/service/db/isDatabaseDown.ts';
import type { Database } from '../../../src/service/db/schema.ts';
import { readConfig } from '../../../src/service/settings/config.ts';
import { databases } from '../../support/service.ts';
import { startPostgres } from '../../support/startPostgres.ts';

test.skipIf(!databases.includes('postgres'))(
  'simultaneous look-ups share a connection; after it breaks, later ones use another',
  async () => {
    const cluster = startPostgres();
    onTestFinished(() => cluster.stop());
    const config = { ...readConfig({}), databaseUrl: cluster.url };
    const { db, pool, close } = await connect(config);
    onTestFinished(close);
    const many = () =>
      Promise.all(Array.from({ length: 40 }, async (_, value) => (await look(db, { value })).rows[0]!));

    const rows = await many();
    expect(rows.map(({ value }) => Number(value))).toEqual(Array.from({ length: 40 }, (_, index) => index));
    const [pid, ...others] = new Set(rows.map((row) => row.pid));
    expect(others).toEqual([]);
    expect(pool()).toMatchObject({ busy: 0, waiting: 0 });

    const sleeping = sleep(db, { seconds: 60 });
    await expect.poll(() => statesOf(db)).toContain('active');
    const ended = Promise.allSettled([sleeping, many()]);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(
      db,
    );
    for (const one of await ended)
      expect(one).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isDatabaseDown) });
    expect(new Set((await many()).map((row) => row.pid))).not.toContain(pid);
    expect(pool()).toMatchObject({ busy: 0, waiting: 0 });
  },
);

const look = pipelinedRead((db, { value }: { value: number }) =>
  compilable<{ pid: number; value: string }>(db, value),
);
const sleep = pipelinedRead((db, { seconds }: { seconds: number }) => {
  const query = sql`select pg_sleep(${seconds})`;
  return { compile: () => query.compile(db) };
});

function compilable<Row>(db: Kysely<Database>, value: number) {
  const query = sql<Row>`select pg_backend_pid() as pid, ${value}::text as value`;
  return { compile: () => query.compile(db) };
}

/** The states of the connections that run pg_sleep. */
async function statesOf(db: Kysely<Database>): Promise<unknown[]> {
  const { rows } = await sql<{ state: string }>`
    select state from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(db);
  return rows.map(({ state }) => state);
}
