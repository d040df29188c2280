import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { screenFile } from '../../src/screening/batch/screenFile.ts';
import { testList } from '../../src/screening/screening.ts';

async function place() {
  const directory = await mkdtemp(join(tmpdir(), 'aml-files-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return (name: string) => join(directory, name);
}

test('CSV in, JSON lines out: columns of a person and of an organisation', async () => {
  const at = await place();
  const rows = [
    '\ufeffid,fullName,dateOfBirth,nationalities,identifiers,organisation,countries',
    'one,"Quillfeather, Zoran",1961-04-17,RS;BA,RS:passport:A1,,',
    'two,,,,,"Nothing, Ltd",RU;CY',
    'three,Somebody Else,,,,,RU',
    'four,too,few',
    '',
    ',Nobody Named,,,,,',
  ];
  await writeFile(at('in.csv'), rows.join('\r\n'));
  const done = await screenFile(testList(), at('in.csv'), at('out.jsonl'));
  const answers = (await readFile(at('out.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(done).toEqual({ rows: 5, bad: 3 });
  expect(answers.map(({ id }) => id)).toEqual(['one', 'two', 'three', 'four', null]);
  expect(answers[0].hits[0]).toMatchObject({ id: 'idvtest-4' });
  expect(answers[1]).toMatchObject({ hits: [], dataset: testList().dataset.version, threshold: 0.7 });
  expect(answers.slice(2).map(({ error }) => error)).toEqual([
    'a person has no countries',
    'The row has 3 cells, the header 7',
    'The row has no id',
  ]);
});

test('CSV out: one line per hit, each with dataset and threshold, and one for a person without hits', async () => {
  const at = await place();
  const rows = [
    { id: 'hit', person: { fullName: 'Zoran Quillfeather', dateOfBirth: '1961-04-17' } },
    { id: 'no, hit', person: { fullName: 'Perfectly Ordinary' } },
    { id: 'bad' },
  ];
  await writeFile(at('in.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  await screenFile(testList(), at('in.jsonl'), at('out.csv'));
  const [header, hit, clear, bad, ...more] = (await readFile(at('out.csv'), 'utf8')).split('\r\n');
  expect(header).toMatch(
    /^id,hitId,score,.*,status,totalHits,why,resolution,screeningId,watchId,change,dataset,threshold,error$/,
  );
  expect(hit).toMatch(
    /^hit,idvtest-4,0\.\d+,(weak|fair|strong|exact),Zoran Quillfeather,person,.*,possible_match,1,,,,,,2020-01-01-fictional,0\.7,$/,
  );
  expect(clear).toMatch(/^"no, hit",,,.*,clear,0,,,,,,2020-01-01-fictional,0\.7,$/);
  expect(bad).toMatch(/^bad,,.*person is missing or not an object$/);
  expect(more).toEqual(['']);
});

test.each([
  ['an unknown column', 'id,fullName,dob\n', /columns dob are unknown/],
  ['no id', 'fullName\n', /id is missing/],
  ['no name', 'id,dateOfBirth\n', /name is missing/],
  ['a column twice', 'id,fullName,fullName\n', /occurs twice/],
  ['nothing', '', /no header/],
  ['an open quote', 'id,fullName\n1,"A B\n', /cannot be read/],
])('a CSV with %s is refused, and there is no output', async (_, text, reason) => {
  const at = await place();
  await writeFile(at('in.csv'), text);
  await expect(screenFile(testList(), at('in.csv'), at('out.jsonl'))).rejects.toThrow(reason);
  expect(
    ['out.jsonl', 'out.jsonl.part', 'out.jsonl.part.json'].filter((file) => existsSync(at(file))),
  ).toEqual([]);
});

test('a killed run continues where it was; with another input it starts again', async () => {
  const at = await place();
  const rows = Array.from({ length: 2000 }, (_, i) => ({ id: i, person: { fullName: `Nobody Known${i}` } }));
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  await writeFile(at('in.jsonl'), text);
  const end = new Error('ended');
  const ended = screenFile(testList(), at('in.jsonl'), at('out.jsonl'), {
    onProgress: (done) => {
      if (done >= 750) throw end;
    },
  });
  await expect(ended).rejects.toBe(end);
  expect(existsSync(at('out.jsonl'))).toBe(false);
  // The state after a kill: more output than the note records.
  await writeFile(at('out.jsonl.part'), '{"id": 75', { flag: 'a' });
  const resumed: number[] = [];
  const options = { onResume: (done: number) => void resumed.push(done) };
  expect(await screenFile(testList(), at('in.jsonl'), at('out.jsonl'), options)).toEqual({
    rows: 2000,
    bad: 0,
  });
  expect(resumed).toEqual([750]);
  const answers = (await readFile(at('out.jsonl'), 'utf8')).trim().split('\n');
  expect(answers.map((line) => JSON.parse(line).id)).toEqual(rows.map(({ id }) => id));
  expect([existsSync(at('out.jsonl.part')), existsSync(at('out.jsonl.part.json'))]).toEqual([false, false]);
});

test('an unfinished run of another input is not continued', async () => {
  const at = await place();
  await writeFile(at('in.jsonl'), '{"id": 1, "person": {"fullName": "A B"}}\n');
  await writeFile(at('out.jsonl.part'), 'x'.repeat(100));
  await writeFile(
    at('out.jsonl.part.json'),
    JSON.stringify({ plan: 'another', bytes: 100, rows: 1, bad: 0 }),
  );
  await screenFile(testList(), at('in.jsonl'), at('out.jsonl'));
  expect(JSON.parse(await readFile(at('out.jsonl'), 'utf8'))).toMatchObject({ id: 1, hits: [] });
});
