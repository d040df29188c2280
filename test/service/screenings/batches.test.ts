import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../../src/service/db/inTransaction.ts';
import { amlBatches } from '../../../src/service/db/store/amlBatches.ts';
import { createBatch } from '../../../src/service/screenings/batches/createBatch.ts';
import { type DatabaseKind, databases, sharedServices } from '../../support/service.ts';

const services = sharedServices();

const file = (text: string, fields: Record<string, string> = {}) => {
  const body = new FormData();
  body.append('file', new Blob([text], { type: 'text/plain' }), 'people');
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { body };
};

const lines = [
  { id: 1, person: { fullName: 'Zoran Quillfeather', dateOfBirth: '1961-04-17' } },
  { id: 'two', person: { fullName: 'Ada Quill' } },
  { id: 3, person: { fulName: 'Misspelt' } },
  { id: 4, organisation: { name: 'Nobody & Sons' } },
];
const jsonl = lines.map((line) => JSON.stringify(line)).join('\n');
const csv = 'id,fullName,dateOfBirth\r\n1,Zoran Quillfeather,1961-04-17\r\n2,"Quill, Ada",\r\n';

const call = (database: DatabaseKind, ...args: Parameters<ReturnType<typeof services>['call']>) =>
  services(database).call(...args);

async function done(database: DatabaseKind, id: string) {
  const { tick, advance } = services(database);
  // On a slow machine one slice is not enough.
  for (;;) {
    await tick();
    const { body } = await call(database, 'GET', `/aml/batches/${id}`);
    if (body.status !== 'processing') return body;
    advance(1000);
  }
}

describe.each(databases)('a file of people on %s', (database) => {
  test('is screened in the background, each row with its dataset and threshold', async () => {
    const { status, body, headers } = await call(database, 'POST', '/aml/batches', file(jsonl));
    expect({ status, body }).toMatchObject({
      status: 202,
      body: {
        object: 'aml_batch',
        status: 'processing',
        format: 'jsonl',
        rows: { total: 4, done: 0 },
        threshold: 0.7,
      },
    });
    expect(headers.get('Location')).toContain(`/aml/batches/${body.id}`);
    const batch = await done(database, body.id);
    expect(batch).toMatchObject({ status: 'completed', rows: { total: 4, done: 4, bad: 1, withHits: 1 } });

    const { db } = services(database).deps;
    const be = (now: 'processing' | 'completed') =>
      db.updateTable('aml_batches').set({ status: now }).where('id', '=', body.id).execute();
    await be('processing');
    const early = await call(database, 'GET', `/aml/batches/${body.id}/results`);
    expect(early).toMatchObject({ status: 409, body: { code: 'batch_not_completed' } });
    await be('completed');
    const results = await call(database, 'GET', `/aml/batches/${body.id}/results`);
    expect(results.headers.get('Content-Type')).toBe('application/jsonl');
    const rows = String(results.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ id }) => id)).toEqual([1, 'two', 3, 4]);
    expect(rows[0].hits[0]).toMatchObject({ id: 'idvtest-4', strength: 'exact' });
    expect(rows[2]).toMatchObject({ hits: [], error: expect.stringContaining('fulName') });
    for (const row of rows) expect(row).toMatchObject({ dataset: batch.datasetVersion, threshold: 0.7 });

    const table = await call(database, 'GET', `/aml/batches/${body.id}/results?format=csv`);
    expect(table.headers.get('Content-Type')).toContain('text/csv');
    expect(table.body).toMatch(/^id,hitId,score,[\s\S]+\r\n1,idvtest-4,/);
  });

  test('exports no spreadsheet formulas, and enforces the limits for rows', async () => {
    const many = Array.from({ length: 21 }, (_, number) => ({ number: `${number}` }));
    const ids = ['=HYPERLINK("x")', '+1', '-1', '@a', '\tx', ' =1', 'a;=b', 'a=b', -7];
    const rows = [
      ...ids.map((id) => ({ id, person: { fullName: 'Ada Quill' } })),
      { id: 'many', person: { fullName: 'Ada Quill', identifiers: many } },
      { id: 'long', person: { fullName: 'Ada Quill' }, more: 'x'.repeat(70_000) },
    ].map((row) => JSON.stringify(row));
    const { body } = await call(database, 'POST', '/aml/batches', file(rows.join('\n')));
    expect(await done(database, body.id)).toMatchObject({ rows: { total: 11, bad: 2 } });
    const table = await call(database, 'GET', `/aml/batches/${body.id}/results?format=csv`);
    const cells = String(table.body)
      .split('\r\n')
      .slice(1, 10)
      .map((line) => line.split(',,')[0]);
    expect(cells).toEqual([
      '"\'=HYPERLINK(""x"")"',
      "'+1",
      "'-1",
      "'@a",
      "'\tx",
      "' =1",
      "a;'=b",
      'a=b',
      '-7',
    ]);
  });
});

describe.each(databases)('another file of people on %s', (database) => {
  test('is read as CSV, and refused for an unknown column', async () => {
    const { body } = await call(database, 'POST', '/aml/batches', file(csv));
    expect(await done(database, body.id)).toMatchObject({
      format: 'csv',
      rows: { total: 2, done: 2, withHits: 1 },
    });
    const wrong = await call(database, 'POST', '/aml/batches', file('id,name\r\n1,Ada Quill\r\n'));
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/file', code: 'batch_unreadable' }] },
    });
    expect(JSON.stringify(wrong.body)).not.toContain('Ada');
    expect(await call(database, 'POST', '/aml/batches', file(''))).toMatchObject({ status: 422 });
    expect(await call(database, 'POST', '/aml/batches', file(jsonl, { colour: 'red' }))).toMatchObject({
      status: 422,
      body: { code: 'unknown_field' },
    });
  });

  test('is stored encrypted, and erased after its retention time', async () => {
    const { body } = await call(database, 'POST', '/aml/batches', file(jsonl));
    const { db } = services(database).deps;
    const stored = async () => {
      const parts = await db
        .selectFrom('aml_batch_parts')
        .selectAll()
        .where('batch_id', '=', body.id)
        .execute();
      return {
        kinds: parts.map(({ kind }) => kind),
        text: parts.map(({ sealed }) => Buffer.from(sealed).toString('latin1')).join(),
      };
    };
    expect((await stored()).text).not.toMatch(/Quillfeather/i);
    await done(database, body.id);
    expect(await stored()).toMatchObject({
      kinds: ['answers'],
      text: expect.not.stringContaining('Quillfeather'),
    });
    services(database).advance(91 * 86_400_000);
    expect(await done(database, body.id)).toMatchObject({ code: 'resource_not_found' });
    expect((await stored()).kinds).toEqual([]);
  });
});

test.each(databases)(
  'a file is resumed after a process died, with the same dataset, on %s',
  async (database) => {
    const { deps, advance, tick } = services(database);
    const rows = Array.from({ length: 120 }, (_, i) => ({
      text: JSON.stringify({ id: i, person: { fullName: 'Ada Quill' } }),
    }));
    const batch = await inTransaction(deps, (tx) =>
      createBatch(deps, tx, { mode: 'test', keyId: 'key_x' }, { format: 'jsonl', rows }),
    );
    await done(database, batch.id);
    const whole = (await call(database, 'GET', `/aml/batches/${batch.id}/results`)).body;
    expect(whole.trim().split('\n')).toHaveLength(120);

    // As a process left it that died after a part of another dataset, its job still leased.
    const leased_until = new Date(deps.clock().getTime() + 60_000);
    const sealed = Buffer.from('of another dataset');
    const again = await inTransaction(deps, async (tx) => {
      const left = await createBatch(deps, tx, { mode: 'test', keyId: 'key_x' }, { format: 'jsonl', rows });
      const part = { batch_id: left.id, kind: 'answers' as const, position: 0, rows: 50, sealed };
      await tx.insertInto('aml_batch_parts').values(part).execute();
      await amlBatches.update(tx, left.id, { done: 50, bad: 50, dataset: 'before' });
      await tx
        .updateTable('jobs')
        .set({ leased_until, claim: 'dead' })
        .where('subject', '=', left.id)
        .execute();
      return left;
    });
    await tick();
    expect((await call(database, 'GET', `/aml/batches/${again.id}`)).body.status).toBe('processing');
    advance(61_000);
    expect(await done(database, again.id)).toMatchObject({
      status: 'completed',
      rows: { done: 120, bad: 0 },
    });
    expect((await call(database, 'GET', `/aml/batches/${again.id}/results`)).body).toBe(whole);
  },
);
