import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { ListError } from '../../../src/screening/lists/ListError.ts';
import { readFolder } from '../../support/readFolder.ts';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
const temporary: string[] = [];

afterEach(async () => {
  for (const directory of temporary.splice(0)) await rm(directory, { recursive: true });
});

test('OFAC: separate alias and address tables, remarks, a vessel', async () => {
  const { entities } = await readFolder(join(fixtures, 'ofac'));
  expect([...entities.keys()]).toEqual(['ofac-1001', 'ofac-1002', 'ofac-1003', 'ofac-1004']);
  expect(entities.get('ofac-1004')).toMatchObject({ kind: 'vessel', names: [{ text: 'MV FICTION' }] });
  expect(entities.get('ofac-1001')).toEqual({
    id: 'ofac-1001',
    kind: 'person',
    topics: ['sanction'],
    lists: ['ofac_sdn'],
    names: [
      { text: 'PETRENKOV, Sergei Valerianovich', quality: 'primary' },
      { text: 'PETRENKOV, Serhiy', quality: 'strong' },
      { text: 'THE CLERK', quality: 'weak' },
      { text: 'PETYA', quality: 'weak' },
    ],
    birthDates: ['1961-04-17', '1962-04'],
    countries: ['RU'],
    nationalities: ['RU'],
    residences: ['RU'],
    placesOfBirth: ['Perm, Russia'],
    gender: 'male',
    identifiers: [{ type: 'passport', country: 'RU', number: '123456789' }],
    programmes: ['RUSSIA-EO14024'],
    position: 'Deputy Head of Invention',
    remarks: expect.stringContaining("a.k.a. 'PETYA'"),
    sourceUrl: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=1001',
  });
  expect(entities.get('ofac-1002')).toMatchObject({
    birthDates: ['1970~', '1968/1972'],
    countries: ['KP', 'IR'],
  });
  expect(entities.get('ofac-1003')?.kind).toBe('organisation');
});

test('UN: quality, original script, several dates', async () => {
  const { entities, summary } = await readFolder(join(fixtures, 'un'));
  expect(entities.get('unsc-7001')).toMatchObject({
    names: [
      { text: 'FYODOR VYMYSHLENNIKOV', quality: 'primary' },
      { text: 'Фёдор Вымышленников', quality: 'strong' },
      { text: 'Fedor & Vymysl', quality: 'strong' },
      { text: 'Fedya', quality: 'weak' },
    ],
    birthDates: ['1958-11-30', '1957/1960', '1959~'],
    countries: ['KP', 'RU'],
  });
  expect(entities.get('unsc-7002')).toMatchObject({ kind: 'organisation', countries: ['SO'] });
  expect(summary).toMatchObject({ publishedAt: '2026-01-15T00:00:09.554Z' });
});

test('UK: windows-1252, rows of one group, numbered cells', async () => {
  const { entities, summary } = await readFolder(join(fixtures, 'uk'));
  expect(entities.get('uk-9001')).toMatchObject({
    names: [
      { text: 'Zoran QUILLFEÄTHER', quality: 'primary' },
      { text: 'Zoki QUILL', quality: 'strong' },
    ],
    birthDates: ['1961-04-17', '1962'],
    countries: ['RS', 'BA'],
  });
  expect(entities.get('uk-9002')).toMatchObject({ kind: 'organisation', countries: ['SY'] });
  expect(summary.publishedAt).toBe('2018-04-13T00:00:00.000Z');
});

test('EU: one row per fact, weak aliases, unknown country', async () => {
  const { entities, summary } = await readFolder(join(fixtures, 'eu'));
  expect(entities.get('eu-501')).toMatchObject({
    kind: 'person',
    names: [
      { text: 'Tarik al-Imaginari', quality: 'primary' },
      { text: 'طارق الإيماجيناري', quality: 'strong' },
      { text: 'The "Painter"', quality: 'weak' },
    ],
    birthDates: ['1974-03-05', '1975~'],
    countries: ['JO', 'YE'],
    nationalities: ['JO'],
  });
  expect(entities.get('eu-502')?.kind).toBe('organisation');
  expect(summary.publishedAt).toBe('2026-02-20T00:00:00.000Z');
});

test('OpenSanctions table: politicians and sanctioned people, cells over two lines', async () => {
  const { entities } = await readFolder(join(fixtures, 'opensanctions'));
  expect([...entities.keys()]).toEqual(['NK-invented1', 'NK-invented2']);
  expect(entities.get('NK-invented1')).toMatchObject({ topics: ['role.pep'], countries: ['GB', 'IE'] });
  expect(entities.get('NK-invented2')).toMatchObject({
    topics: ['sanction'],
    birthDates: ['1955', '1955-09-02'],
  });
});

test('FollowTheMoney: topics, weak aliases, and a delta on top', async () => {
  const { entities } = await readFolder(join(fixtures, 'ftm'));
  expect([...entities.keys()]).toEqual(['NK-f1', 'NK-f4']);
  expect(entities.get('NK-f1')).toMatchObject({
    topics: ['role.pep'],
    birthDates: ['1956-09-02'],
    countries: ['CL'],
  });
  expect(entities.get('NK-f1')?.names.at(-1)).toEqual({ text: 'Lao', quality: 'weak' });
});

test('one damaged row refuses the whole file, because its person would be reported clear', async () => {
  const directory = await copyOf('ofac');
  const file = join(directory, 'sdn.csv');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('1002,"AL-ZUBAYDANI', '77,"cut off\r\n1002,"AL-ZUBAYDANI'));
  await expect(readFolder(directory)).rejects.toMatchObject({
    code: 'list_damaged',
    message: expect.stringMatching(/sdn\.csv is damaged: row 2: /),
  });
});

test('a file whose size differs from index.json is refused', async () => {
  const directory = await copyOf('deltas/base');
  const { length: size } = await readFile(join(directory, 'entities.ftm.json'));
  const state = (resources: unknown) =>
    writeFile(join(directory, 'index.json'), JSON.stringify({ version: '20260101030405-bas', resources }));
  await state([
    { name: 'entities.ftm.json', size },
    { name: 'names.txt', size: 3 },
  ]);
  const { entities } = await readFolder(directory);
  expect(entities.size).toBeGreaterThan(0);
  await state([{ name: 'entities.ftm.json', size: size + 1 }]);
  await expect(readFolder(directory)).rejects.toThrow(/it has \d+ bytes, but index.json beside it states/);
  await writeFile(join(directory, 'index.json'), '{"version": "20260101030405-bas", "resou');
  await expect(readFolder(directory)).rejects.toThrow(/index.json beside it is not valid JSON/);
});

test('a damaged file is refused', async () => {
  const directory = await copyOf('un');
  const file = join(directory, 'consolidated.xml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.slice(0, text.indexOf('<ENTITIES>')));
  await expect(readFolder(directory)).rejects.toThrow(ListError);
  const other = await copyOf('ofac');
  await writeFile(
    join(other, 'sdn.csv'),
    '<html>\n<p>Down\n<p>for\n<p>maintenance\n<p>until\n<p>noon\n</html>\n',
  );
  await expect(readFolder(other)).rejects.toThrow(/sdn\.csv has no entries/);
});

test('reports a missing list and a missing directory', async () => {
  const empty = await copyOf('un');
  await rm(join(empty, 'consolidated.xml'));
  await expect(readFolder(empty)).rejects.toThrow(/No list found/);
  await expect(readFolder(join(empty, 'missing'))).rejects.toThrow(/Cannot read the list directory/);
});

async function copyOf(list: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'aml-'));
  temporary.push(directory);
  await cp(join(fixtures, list), directory, { recursive: true });
  return directory;
}

test.each([
  ['nothing but garbage', 'sdn.csv', 'garbage\n', 'list_empty'],
  ['a file that no reader knows', 'garbage.csv', 'a,b\n1,2\n', 'list_unrecognised'],
  ['aliases without their list', 'cons_alt.csv', '1,2,"aka","X",-0-\n', 'list_unrecognised'],
])('%s is refused with its file name', async (_, file, text, code) => {
  const directory = await copyOf('ofac');
  await writeFile(join(directory, file), text);
  await expect(readFolder(directory)).rejects.toMatchObject({ code, message: expect.stringContaining(file) });
});

test('a linked file is read, and a readme is ignored', async () => {
  const directory = await copyOf('ofac');
  await rename(join(directory, 'sdn.csv'), join(directory, '.sdn'));
  await symlink('.sdn', join(directory, 'sdn.csv'));
  await writeFile(join(directory, 'README.md'), 'Lists.');
  expect((await readFolder(directory)).entities.size).toBe(4);
});
