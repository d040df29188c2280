import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { EmbeddedDatabase } from '../../../src/service/db/EmbeddedDatabase.ts';
import { copyEmbeddedTemplate } from '../../support/embeddedTemplate.ts';

const folder = mkdtempSync(join(tmpdir(), 'idv-embedded-'));
let database: EmbeddedDatabase;
let plain: PGlite;

const TABLE = `create table things (id int primary key, big int8, bytes bytea, json jsonb, at timestamptz, list text[],
  flag boolean, number float8)`;
const INSERT = 'insert into things values ($1, $2, $3, $4, $5, $6, $7, $8)';

beforeAll(async () => {
  const [own, other] = [join(folder, 'own'), join(folder, 'other')];
  for (const one of [own, other]) await copyEmbeddedTemplate(inject('embeddedTemplate'), one);
  database = new EmbeddedDatabase({ dataDir: join(own, 'pglite') });
  plain = new PGlite({ dataDir: join(other, 'pglite') });
  for (const one of [database, plain]) await one.exec(TABLE);
});
afterAll(async () => {
  await database.close();
  await plain.close();
  rmSync(folder, { recursive: true });
});

async function preparedCount(text: string): Promise<number> {
  const { rows } = await database.exec(`select statement from pg_prepared_statements`).then(([one]) => one!);
  return rows.filter(({ statement }) => statement === text).length;
}

test('values of every type are the same with and without prepared statements', async () => {
  const rows = [
    [1, 2n ** 62n, Buffer.from([0, 1, 255]), { a: [1, null, 'é'] }, new Date(0), ['x', 'y'], true, 0.1],
    [2, null, null, null, null, null, null, null],
    [3, '7', new Uint8Array(100_000), '"text"', '2026-01-02T03:04:05Z', [], false, -1e300],
  ];
  for (const one of [database, plain]) for (const row of rows) await one.query(INSERT, row);
  const select = 'select * from things where id >= $1 order by id';
  for (const from of [1, 2, 4]) {
    const results = await database.query(select, [from]);
    expect(results).toMatchObject(await plain.query(select, [from]));
  }
  const update = 'update things set flag = $1 where id > $2 returning id, flag';
  const updated = [await database.query(update, [true, 1]), await plain.query(update, [true, 1])];
  expect(updated[0]).toMatchObject({ affectedRows: 2, rows: updated[1]!.rows });
  expect(await database.query('delete from things where id > $1', [1])).toMatchObject({
    affectedRows: 2,
    rows: [],
  });
});

test('a statement is prepared once, and runs after an earlier failure', async () => {
  const text = 'select 1 / $1::int as one';
  for (const divisor of [1, 1, 1]) expect((await database.query(text, [divisor])).rows).toEqual([{ one: 1 }]);
  await expect(database.query(text, [0])).rejects.toMatchObject({ code: '22012' });
  expect((await database.query(text, [1])).rows).toEqual([{ one: 1 }]);
  expect(await preparedCount(text)).toBe(1);
  await expect(database.query('select $1 from nowhere', [1])).rejects.toMatchObject({ code: '42P01' });
});

test('a failure rolls its transaction back; other statements wait until it ends', async () => {
  const insert = 'insert into things (id) values ($1)';
  const count = 'select count(*)::int as n from things where id between $1 and $2';
  const failing = database.transaction(async (transaction) => {
    await transaction.query(insert, [10]);
    await transaction.query(insert, [10]);
  });
  const outside = database.query(count, [10, 10]);
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect((await outside).rows).toEqual([{ n: 0 }]);
  await database.transaction((transaction) => transaction.query(insert, [11]));
  expect((await database.query(count, [10, 11])).rows).toEqual([{ n: 1 }]);
});

test('a statement is retried after a column was added; in a transaction it fails', async () => {
  const text = 'select * from things where id = $1';
  await database.query(text, [11]);
  await database.exec('alter table things add column more text');
  expect((await database.query(text, [11])).rows).toMatchObject([{ id: 11, more: null }]);
  await database.exec('alter table things drop column more');
  const stale = database.transaction((transaction) => transaction.query(text, [11]));
  await expect(stale).rejects.toMatchObject({ code: '0A000', routine: 'RevalidateCachedQuery' });
  const again = database.transaction((transaction) => transaction.query(text, [11]));
  expect((await again).rows).toHaveLength(1);
});

test('statements beyond the limit run, but are not kept prepared', async () => {
  const textOf = (index: number) => `select $1::int + ${index} as sum`;
  for (let index = 0; index < 510; index++)
    expect((await database.query(textOf(index), [1])).rows).toEqual([{ sum: index + 1 }]);
  const { rows } = (await database.exec('select count(*)::int as n from pg_prepared_statements'))[0]!;
  // Stale statements of the previous test stay until the database is closed.
  expect(rows).toEqual([{ n: expect.toSatisfy((n: number) => n >= 500 && n < 520) }]);
});
