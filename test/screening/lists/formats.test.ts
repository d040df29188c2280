import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readFolder } from '../../support/readFolder.ts';

const fixture = (name: string) => readFolder(join(import.meta.dirname, '../fixtures', name));

test('UK Sanctions List: rows of one target, ids by group or unique id, ships with their IMO numbers', async () => {
  const { entities, summary, messages } = await fixture('uk-2026');
  expect([...entities.keys()]).toEqual(['uk-9101', 'uk-INV0002', 'uk-9103']);
  expect(entities.get('uk-9103')).toMatchObject({
    kind: 'vessel',
    names: [{ text: 'MV FICTION' }],
    identifiers: [{ type: 'imo', number: '1234567' }],
  });
  expect(entities.get('uk-9101')).toMatchObject({
    kind: 'person',
    names: [
      { text: 'Zoran QUILLFEATHER', quality: 'primary' },
      { text: 'Zoki QUILL', quality: 'weak' },
      { text: 'Зоран', quality: 'weak' },
    ],
    birthDates: ['1945', '1952-10-07'],
    countries: ['RS', 'YUCS', 'CY'],
    nationalities: ['RS'],
    residences: ['CY'],
    placesOfBirth: ['Novi Sad', 'Yugoslavia'],
    gender: 'male',
    identifiers: [
      { type: 'passport', country: 'RS', number: 'A1234567', note: 'Serbian, issued in 2015' },
      { type: 'national_id', country: 'CY', number: '0710952' },
    ],
    programmes: ['Invention'],
    listedOn: '2022-02-24',
    position: 'Deputy of Nothing',
    remarks: 'Invented\nin two lines.',
  });
  expect(entities.get('uk-INV0002')).toMatchObject({
    kind: 'organisation',
    identifiers: [{ type: 'registration', number: 'HE 12345' }],
  });
  expect(summary.publishedAt).toBe('2026-10-08T00:00:00.000Z');
  expect(messages.join()).toContain('0 other entries (such as vessels) skipped');
});

test('OFAC Advanced XML: references, periods, scripts, documents, programmes', async () => {
  const { entities, summary } = await fixture('ofac-advanced');
  expect([...entities.keys()]).toEqual(['ofac-2001', 'ofac-2002', 'ofac-2003']);
  expect(entities.get('ofac-2003')).toMatchObject({ kind: 'vessel' });
  expect(entities.get('ofac-2001')).toMatchObject({
    kind: 'person',
    lists: ['ofac_sdn'],
    names: [
      { text: 'VYMYSHLENNIKOV, Fyodor', quality: 'primary' },
      { text: 'ВЫМЫШЛЕННИКОВ, Фёдор', quality: 'strong' },
      { text: "'Abd Fedya", quality: 'weak' },
    ],
    birthDates: ['1958-11-30', '1960~', '1955/1957'],
    countries: ['RU', 'KP'],
    nationalities: ['RU'],
    residences: ['KP'],
    placesOfBirth: ['Perm, Russia'],
    gender: 'male',
    identifiers: [{ type: 'passport', country: 'RU', number: '700123456' }],
    programmes: ['RUSSIA-EO14024'],
    listedOn: '2022-02-24',
    position: 'Deputy of Nothing',
  });
  expect(entities.get('ofac-2002')).toMatchObject({
    kind: 'organisation',
    identifiers: [{ type: 'tax_id', country: 'RU', number: '7744001497' }],
  });
  expect(summary.publishedAt).toBe('2026-05-03T00:00:00.000Z');
});

test('OFAC plain XML: its publication date, weak aliases, numbers that are documents', async () => {
  const { entities, summary } = await fixture('ofac-xml');
  expect(entities.get('ofac-3001')).toMatchObject({
    names: [
      { text: 'VYMYSHLENNIKOV, Fyodor', quality: 'primary' },
      { text: 'FEDYA', quality: 'weak' },
    ],
    birthDates: ['1958-11-30'],
    gender: 'male',
    identifiers: [{ type: 'passport', country: 'RU', number: '700123456' }],
  });
  expect([entities.size, summary.publishedAt]).toEqual([2, '2026-05-03T00:00:00.000Z']);
});

test('UN: dates of an alias are its own, dates in notes, names without prose', async () => {
  const { entities } = await fixture('un-notes');
  expect(entities.get('unsc-7101')).toMatchObject({
    names: [
      { text: 'TARIK IMAGINARI', quality: 'primary' },
      { text: 'Faruk Erdacht', quality: 'strong', birthDates: ['1969-02-05', '1970-02-05'] },
      { text: 'فاروق المخترع', quality: 'strong', birthDates: ['1969-02-05', '1970-02-05'] },
      { text: 'The Painter', quality: 'weak', birthDates: ['1960-04-11', '1963-04-11'] },
      { text: 'Tarik Erfunden', quality: 'strong', birthDates: ['1968'] },
    ],
    birthDates: ['1973-11', '1958-09'],
    nationalities: ['YE'],
    residences: ['JO'],
    placesOfBirth: ['Aden, Yemen'],
    gender: 'male',
    identifiers: [
      { type: 'passport', country: 'YE', number: '00123456' },
      { type: 'passport', country: null, number: 'AB123456' },
    ],
    programmes: ['Invention'],
    listedOn: '2012-12-31',
    position: 'Deputy of Nothing',
    remarks: 'INi.001. Nobody.',
  });
});

test('EU: intervals of years, a month, circa for each date, documents', async () => {
  const { entities } = await fixture('eu-dates');
  expect(entities.get('eu-601')).toMatchObject({
    birthDates: ['1960/1965', '1955-09~'],
    nationalities: ['CL'],
    residences: ['AR'],
    placesOfBirth: ['Valdivia, CHILE'],
    gender: 'male',
    identifiers: [{ type: 'passport', country: 'CL', number: 'AB 12345' }],
    programmes: ['INV'],
    listedOn: '2022-02-25',
    position: 'Deputy of Nothing',
    remarks: 'Invented.',
  });
});

test('OpenSanctions: deltas after their base by version, facts on other lines, topics as they are', async () => {
  const { entities, summary, messages } = await fixture('deltas');
  expect([...entities.keys()]).toEqual(['NK-d1', 'NK-d2', 'NK-d3']);
  expect(entities.get('NK-d1')).toMatchObject({
    topics: ['sanction'],
    programmes: ['INV-1'],
    listedOn: '2022-02-24',
    identifiers: [
      { type: 'passport', country: 'AT', number: 'Q7654321' },
      { type: 'passport', country: null, number: 'P1234567' },
    ],
  });
  expect(entities.get('NK-d2')?.names[0]?.text).toBe('Bruno Geändert');
  expect(entities.get('NK-d3')?.topics).toEqual([]);
  expect(messages.join()).toMatch(/20251231030405-old.*left out, its base is of version 20260101030405-bas/);
  expect(summary.sources?.get('inv_list')?.publishedAt).toBe('2026-02-02T03:04:05.000Z');
});

test('OpenSanctions: a delta withdraws an entity from its own collection and from no other', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'aml-collections-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const line = (name: string) =>
    JSON.stringify({
      id: 'NK-1',
      schema: 'Person',
      datasets: [name],
      properties: { name: [`Said By ${name}`] },
    });
  const other = JSON.stringify({
    id: 'NK-2',
    schema: 'Person',
    datasets: ['b'],
    properties: { name: ['Other'] },
  });
  for (const [path, text] of [
    ['a/20260101030405-aaa/entities.ftm.json', line('a')],
    ['b/20260101030405-aaa/entities.ftm.json', `${line('b')}\n${other}`],
    ['b/20260201030405-bbb/entities.delta.json', '{"op":"DEL","entity":{"id":"NK-1"}}'],
  ] as const) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), `${text}\n`);
  }
  const both = await readFolder(directory);
  expect([...both.entities.values()].map(({ names }) => names[0]!.text)).toEqual(['Said By a', 'Other']);
  const alone = await readFolder(join(directory, 'b'));
  expect([...alone.entities.keys()]).toEqual(['NK-2']);
});
