import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screenFile } from '../../src/screening/batch/screenFile.ts';
import { screenRow } from '../../src/screening/batch/screenRow.ts';
import { indexChanges } from '../../src/screening/index/indexChanges.ts';
import { loadLists, testList } from '../../src/screening/screening.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'aml-batch-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('rows are screened in file order, and bad rows give the reason', async () => {
  const rows = [
    { id: 'good', person: { fullName: 'Sergey Petrenkov', dateOfBirth: '1961-04-17' } },
    { id: 'no person' },
    { id: 'no name', person: { fullName: ' .' } },
    { id: 'no date', person: { fullName: 'A B', dateOfBirth: 'yesterday' } },
    { id: 'odd field', person: { fullName: 'A B', dateofbirth: '1961' } },
    { id: 'odd date', person: { fullName: 'Sergey Petrenkov', dateOfBirth: '1961-4-17' } },
    ...Array.from({ length: 1500 }, (_, i) => ({ id: i, person: { fullName: `Nobody Known${i}` } })),
  ];
  const [input, output] = [join(directory, 'in.jsonl'), join(directory, 'out.jsonl')];
  await writeFile(input, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n{"id": broken\n`);
  const index = await loadLists([join(fixtures, 'ofac')]);
  let progress = 0;
  const bad: string[] = [];
  const { rows: count, bad: badRows } = await screenFile(index, input, output, {
    onProgress: (done) => {
      progress = done;
    },
    onBadRow: (error) => void bad.push(error),
  });
  const answers = (await readFile(output, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([count, progress, answers.length]).toEqual([1507, 1507, 1507]);
  expect([badRows, bad.length]).toEqual([5, 5]);
  const stamp = { dataset: index.dataset.version, threshold: 0.7 };
  for (const answer of answers) expect(answer).toMatchObject(stamp);
  expect(answers.slice(0, 1506).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(answers[0].hits[0]).toMatchObject({ id: 'ofac-1001', lists: ['ofac_sdn'] });
  expect(answers[4].error).toBe('person.dateofbirth is unknown');
  expect(answers[5].hits[0].explain.dateOfBirth).toMatchObject({ result: 'same', given: '1961-04-17' });
  const error = 'person is missing or not an object';
  expect(answers[1]).toEqual({ id: 'no person', hits: [], error, ...stamp });
  expect(answers[2].error).toMatch(/no fullName/);
  expect(answers[3].error).toMatch(/dateOfBirth/);
  expect(answers[1506]).toEqual({ id: null, hits: [], error: 'The row is not JSON', ...stamp });
});

test('an impossible date of birth excludes no match', () => {
  for (const dateOfBirth of ['0000', '1899-12-31', '3000', '3000-01'])
    expect(
      screenRow(
        testList(),
        { text: JSON.stringify({ id: 1, person: { fullName: 'Possible Testcase', dateOfBirth } }) },
        {},
      ),
      dateOfBirth,
    ).toMatchObject({ hits: [], error: expect.stringMatching(/^person.dateOfBirth/) });
});

test('a row without an id says so', () => {
  const answer = screenRow(testList(), { text: '{"person":{"fullName":"Possible Testcase"}}' }, {});
  expect(answer).toEqual({ id: null, hits: [], error: 'The row has no id' });
});

test('a missing input file is an error and leaves no output', async () => {
  const output = join(directory, 'never.jsonl');
  await expect(screenFile(testList(), join(directory, 'missing'), output)).rejects.toThrow(/ENOENT/);
  await expect(readFile(output)).rejects.toThrow(/ENOENT/);
});

test('an output file that cannot be written is an error', async () => {
  const input = join(directory, 'one.jsonl');
  await writeFile(input, '{"id":1,"person":{"fullName":"A B"}}\n');
  await expect(screenFile(testList(), input, join(directory, 'no/such/out'))).rejects.toThrow(/ENOENT/);
});

test('a saved index is used only while the lists are unchanged', async () => {
  const saved = join(directory, 'index');
  const lists = [join(fixtures, 'ofac')];
  const built = await loadLists(lists, { saved });
  const messages: string[] = [];
  const again = await loadLists(lists, { saved, log: (message) => void messages.push(message) });
  expect(messages.join()).toContain('the saved index fits');
  expect(again.dataset).toEqual(built.dataset);
  expect(Buffer.from(again.buffer).equals(Buffer.from(built.buffer))).toBe(true);
  const other = await loadLists([join(fixtures, 'un')], { saved });
  expect(other.dataset.lists).toMatchObject([{ name: 'un_sc', entities: 2, rejectedRows: 0 }]);
  const bytes = await readFile(saved);
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(saved, bytes);
  const repaired = await loadLists([join(fixtures, 'un')], { saved });
  expect(Buffer.from(repaired.buffer).equals(Buffer.from(other.buffer))).toBe(true);
});

test('changes between two lists are distinguished', async () => {
  const before = await loadLists([join(fixtures, 'ofac')]);
  const lists = join(directory, 'next');
  const text = await readFile(join(fixtures, 'ofac/sdn.csv'), 'utf8');
  await mkdir(lists);
  for (const file of ['alt.csv', 'add.csv'])
    await writeFile(join(lists, file), await readFile(join(fixtures, 'ofac', file)));
  const next = text.replace(/^1003,.*\r\n/m, '').replace('DOB circa 1970', 'DOB 1971');
  await writeFile(
    join(lists, 'sdn.csv'),
    `${next.replace('\u001a', '')}1005,"NEWCOMER, Nina","individual","X"${',-0- '.repeat(8)}\r\n\u001a`,
  );
  const changes = indexChanges(before, await loadLists([lists]));
  expect(changes).toEqual({
    added: new Set(['ofac-1005']),
    changed: new Set(['ofac-1002']),
    removed: new Set(['ofac-1003']),
  });
});

test('a row in a different notation from the API is converted or refused, never ignored', async () => {
  const index = await loadLists([join(fixtures, 'ofac')]);
  const [people, output] = [join(directory, 'odd.csv'), join(directory, 'odd.jsonl')];
  const screened = async (text: string | Buffer, options = {}) => {
    await writeFile(people, text);
    await screenFile(index, people, output, options);
    const answers = (await readFile(output, 'utf8')).trim().split('\n');
    return answers.map((line) => JSON.parse(line));
  };
  const header = 'id,fullName,familyName,nationalities,identifiers\n';
  const [both, country, nowhere] = await screened(
    `\ufeff${header}1,Nobody Known,Petrenkov Sergey,,\n2,Sergey Petrenkov,,Russian Federation,\n3,Ada Quill,,Atlantis,\n`,
  );
  expect(both.hits[0].id).toBe('ofac-1001');
  expect(country.hits[0].explain.country.given).toEqual(['RU']);
  expect(nowhere.error).toMatch(/no country Atlantis/);
  const screenNumber = (identifiers: string) => screened(`${header}1,Ada Quill,,,${identifiers}\n`);
  const [{ explain }] = await screenNumber('imo:9999993');
  expect(explain.notCompared).toEqual([expect.objectContaining({ field: 'identifiers', kind: 'imo' })]);
  expect((await screened(`${header}1,Ada Quill,,,\n`, { lists: ['pep'] }))[0]).toMatchObject({
    status: 'not_comparable',
    explain: { why: 'list_kind_not_loaded' },
  });
  const latin1 = Buffer.from(`${header}1,J\u00f6rg M\u00fcller,,,\n`, 'latin1');
  await expect(screened(latin1)).rejects.toThrow(/not in UTF-8/);
});
