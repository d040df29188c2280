import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isHalfOrMore } from '../../../src/screening/lists/ftmLinks.ts';
import { inventedLists } from '../../prove/lists/inventedLists.ts';
import { readFolder } from '../../support/readFolder.ts';

function written(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'idv-format-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test.each(inventedLists())(
  '$format: people, organisations, names, dates, countries',
  async ({ format, files }) => {
    const { entities } = await readFolder(written(files));
    const all = [...entities.values()];
    const isShort = format.includes('five');
    expect(all.filter(({ kind }) => kind === 'person')).toHaveLength(isShort ? 5 : 45);
    expect(all.filter(({ kind }) => kind === 'organisation')).toHaveLength(isShort ? 0 : 9);
    expect(all[0]).toMatchObject({ kind: 'person', birthDates: ['1950-01-01'] });
    // The Advanced XML has its countries in locations; another test covers it.
    // The Canadian list has none.
    if (!/Advanced|Canadian/.test(format)) expect(all[0]!.countries).toEqual(['RS']);
    expect(all[0]!.names).toHaveLength(2);
    expect(all[0]!.topics).toHaveLength(1);
  },
);

test('EU XML: days in parts, weak names, documents, addresses', async () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?><export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-02-20T16:47:04.449+02:00">
    <sanctionEntity designationDate="2022-02-25" logicalId="7"><remark>Invented.</remark>
      <regulation programme="INV" publicationDate="2022-02-26"><publicationUrl>x</publicationUrl></regulation>
      <subjectType code="person" classificationCode="P"/>
      <nameAlias wholeName="Tarik al-Imaginari" strong="true" gender="M" function="Painter"/><nameAlias wholeName="Tariq" strong="false"/>
      <birthdate circa="true" year="1975" monthOfYear="3" city="Aden" countryIso2Code="YE"/>
      <identification number="A1" identificationTypeCode="passport" countryIso2Code="JO" issuedDate="2015-01-02"/>
      <address countryIso2Code="SY"/></sanctionEntity></export>\n`;
  const { entities, summary } = await readFolder(written({ 'eu.xml': text }));
  expect(entities.get('eu-7')).toMatchObject({
    names: [
      { text: 'Tarik al-Imaginari', quality: 'primary' },
      { text: 'Tariq', quality: 'weak' },
    ],
    birthDates: ['1975-03~'],
    countries: ['YE', 'SY'],
    residences: ['SY'],
    gender: 'male',
    position: 'Painter',
    programmes: ['INV'],
    listedOn: '2022-02-25',
    remarks: 'Invented.',
    identifiers: [{ type: 'passport', country: 'JO', number: 'A1', note: 'issued 2015-01-02' }],
  });
  expect(summary.publishedAt).toBe('2026-02-20T14:47:04.449Z');
});

test('custom list: optional columns, semicolons and refusals', async () => {
  const { entities } = await readFolder(
    written({
      'Kunden Sperrliste.csv':
        'id;name;dateOfBirth;aliases\n1;Jane Doe;1970;J. Doe|Janey\n2;Fancied Shipping LLC;;\n',
    }),
  );
  expect([...entities.values()]).toMatchObject([
    {
      id: 'own_kunden_sperrliste-1',
      kind: 'person',
      topics: ['poi'],
      names: [{}, { text: 'J. Doe' }, { text: 'Janey' }],
    },
    { kind: 'unknown', lists: ['own_kunden_sperrliste'] },
  ]);
  for (const row of [
    '1,Jane,animal,',
    ',Jane,person,',
    '1,,person,',
    '1,Jane,person,Atlantis',
    '1,Jane,person',
  ])
    await expect(readFolder(written({ 'a.csv': `id,name,kind,countries\n${row}\n` })), row).rejects.toThrow(
      /row 2/,
    );
});

test('custom list: numbers with country and kind, kanji readings, and rows that cannot match', async () => {
  const { entities } = await readFolder(
    written({
      'a.csv':
        'id,name,kind,topic,identifiers\n1,Jane Doe,person,sanction;role.pep,RS:passport:AB123456;imo:9074729;bitcoin:1QuillFeather;77-88-99;RS:5544332\n2,山田太郎,person,,\n',
    }),
  );
  const [jane, taro] = [...entities.values()];
  expect(jane).toMatchObject({
    topics: ['sanction', 'role.pep'],
    identifiers: [
      { type: 'passport', country: 'RS', number: 'AB123456' },
      { type: 'imo', country: null, number: '9074729' },
      { type: 'crypto', country: null, number: '1QuillFeather' },
      { type: 'other', country: null, number: '77-88-99' },
      { type: 'other', country: 'RS', number: '5544332' },
    ],
  });
  expect(taro?.names.map(({ text }) => text.toLowerCase())).toContain('taro yamada');
  for (const row of [
    '1,Jane,role.lawyer,',
    '1,Jane,,Atlantis:passport:AB123456',
    '1,Jane,,RS:amulet:5',
    '1,བསྟན་འཛིན,,',
  ])
    await expect(
      readFolder(written({ 'a.csv': `id,name,topic,identifiers\n9,John Doe,,\n${row}\n` })),
      row,
    ).rejects.toThrow(/row 3/);
});

test('public functions: from a custom list, and from occupancies and positions of FollowTheMoney', async () => {
  const table = await readFolder(
    written({
      'pep.csv':
        'id,name,topic,function,level,since,until\n1,Jane Doe,role.pep,Minister of Trade,national,2019-03,2023\n',
    }),
  );
  expect([...table.entities.values()][0]?.functions).toEqual([
    { title: 'Minister of Trade', level: 'national', since: '2019-03', until: '2023' },
  ]);
  for (const row of ['1,Jane Doe,,national,2019', '1,Jane Doe,Minister,,soon'])
    await expect(
      readFolder(written({ 'a.csv': `id,name,function,level,since\n${row}\n` })),
      row,
    ).rejects.toThrow(/row 2/);
  const line = (id: string, schema: string, properties: object) =>
    JSON.stringify({ id, schema, properties, datasets: ['peps'] });
  const occupancy = (id: string, post: string, startDate: string) =>
    line(id, 'Occupancy', { holder: ['Q1'], post: [post], startDate: [startDate] });
  const person = {
    name: ['Jane Doe'],
    alias: ['J. Doe'],
    weakAlias: ['JD'],
    topics: ['role.pep'],
    birthDate: ['1970'],
    nationality: ['rs'],
    country: ['rs'],
  };
  const { entities } = await readFolder(
    written({
      'entities.ftm.json': `${[
        line('Q1', 'Person', person),
        occupancy('occ-1', 'pos-1', '2012'),
        occupancy('occ-2', 'pos-2', '2019-03-01'),
        line('pos-1', 'Position', { name: ['Mayor of Novi Sad'], topics: ['gov.muni', 'gov.head'] }),
        line('pos-2', 'Position', { name: ['Minister of Trade'], topics: ['gov.national'] }),
      ].join('\n')}\n`,
    }),
  );
  expect(entities.get('Q1')?.functions).toEqual([
    { title: 'Minister of Trade', level: 'gov.national', since: '2019-03-01' },
    { title: 'Mayor of Novi Sad', level: 'gov.muni', since: '2012' },
  ]);
});

test('owners and control of FollowTheMoney: both ends, in lines before their parties and nested', async () => {
  const line = (id: string, schema: string, properties: object) =>
    JSON.stringify({ id, schema, properties, datasets: ['sanctions'] });
  const facts = {
    alias: ['Q'],
    weakAlias: ['QQ'],
    birthDate: ['1970'],
    nationality: ['rs'],
    country: ['rs'],
  };
  const relation = { percentage: ['50-75'], startDate: ['2019'] };
  const firm = { name: ['Quill Holding'], topics: ['sanction.control'], country: ['rs'] };
  const person = { name: ['Zoran Quillfeather'], topics: ['sanction'], ...facts };
  const { entities } = await readFolder(
    written({
      'entities.ftm.json': `${[
        line('own-1', 'Ownership', { owner: ['Q1'], asset: ['F1'], ...relation }),
        line('ctl-1', 'Control', { controller: ['F1'], controlled: ['F2'], endDate: ['2021-05-01'] }),
        line('own-2', 'Ownership', { owner: ['missing'], asset: ['F1'] }),
        line('Q1', 'Person', person),
        line('F1', 'Company', firm),
        line('F2', 'Company', { name: ['Unlisted Trading'] }),
      ].join('\n')}\n`,
    }),
  );
  expect(entities.get('Q1')?.links).toEqual([
    {
      how: 'owns',
      id: 'F1',
      name: 'Quill Holding',
      topics: ['sanction.control'],
      share: '50-75',
      since: '2019',
    },
  ]);
  expect(entities.get('F1')?.links).toEqual([
    {
      how: 'owned_by',
      id: 'Q1',
      name: 'Zoran Quillfeather',
      topics: ['sanction'],
      share: '50-75',
      since: '2019',
    },
    { how: 'controls', id: 'F2', name: 'Unlisted Trading', until: '2021-05-01' },
  ]);
  expect(entities.get('F2')?.topics).toEqual([]);
  const { alias, weakAlias } = facts;
  const owner = { id: 'Q1', schema: 'Person', properties: { name: ['Zoran'], birthDate: ['1970'] } };
  const ownership = { id: 'own-1', schema: 'Ownership', properties: { asset: ['F1'], owner: [owner] } };
  const firmWithOwner = { ...firm, alias, weakAlias, ownershipAsset: [ownership] };
  const read = await readFolder(
    written({
      'targets.nested.json': `${line('F1', 'Company', firmWithOwner)}\n${line('Q1', 'Person', person)}\n`,
    }),
  );
  expect(read.entities.get('F1')?.links).toEqual([{ how: 'owned_by', id: 'Q1', name: 'Zoran' }]);
});

test('shares: the lower end of a range counts, and what is no number says nothing', () => {
  const shares = ['50', '50 %', '75,5', '50-75', '25-50', '49.99', '<50', 'majority', ''];
  expect(shares.map(isHalfOrMore)).toEqual([true, true, true, true, false, false, null, null, null]);
});

test('OFAC: a truncated table is refused for the missing end mark first, then for rows without their entry', async () => {
  const { files } = inventedLists().find((one) => 'sdn.csv' in one.files)!;
  const cut = { ...files, 'sdn.csv': files['sdn.csv']!.slice(0, files['sdn.csv']!.length / 3) };
  await expect(readFolder(written(cut))).rejects.toThrow(
    /damaged: sdn\.csv does not end with OFAC's end mark/,
  );
});
