import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readFolder } from '../../support/readFolder.ts';
import { workbook } from '../../support/workbook.ts';

function written(name: string, content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'idv-national-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), content);
  return folder;
}

const part = (order: number, type: string, value: string, variants = '') =>
  `<name-part order="${order}" name-part-type="${type}"><value>${value}</value>${variants}</name-part>`;
const named = (type: string, parts: string, quality = 'good') =>
  `<name ssid="2" name-type="${type}" quality="${quality}" lang="eng">${parts}</name>`;
const change = (type: string, day: string, content = '') =>
  `<modification modification-type="${type}" effective-date="${day}">${content}</modification>`;
const swiss = (targets: string, kind = 'whole-list') =>
  `<?xml version="1.0" encoding="UTF-8"?><swiss-sanctions-list list-type="${kind}" date="2026-09-28">
  <sanctions-program ssid="1"><program-key lang="fra">Invention fr</program-key><program-key lang="eng">Invention</program-key><sanctions-set ssid="7" lang="eng">Annex</sanctions-set></sanctions-program>
  ${targets}<place ssid="9"><location>Novi Sad</location><country iso-code="RS">Serbia</country></place></swiss-sanctions-list>\n`;

const zoran = named(
  'primary-name',
  part(1, 'title', 'Dr') +
    part(
      2,
      'family-name',
      'Quillfeather',
      '<spelling-variant lang="eng" script="LATN">Kuilfeder</spelling-variant><spelling-variant lang="srp" script="CYRL">Квилфедер</spelling-variant>',
    ) +
    part(3, 'given-name', 'Zoran', '<spelling-variant lang="srp" script="CYRL">Зоран</spelling-variant>'),
);
const person = `<target ssid="100"><sanctions-set-id>7</sanctions-set-id><individual sex="male">
  <identity ssid="1" main="true">${zoran}${named('alias', part(1, 'whole-name', 'Zoki'), 'low')}
  <nationality><country iso-code="RS">Serbia</country></nationality><day-month-year day="7" month="3" year="1961"/><day-month-year year="1962"/>
  <place-of-birth place-id="9"/><identification-document document-type="diplomatic-passport"><number>D 123</number><issuer code="RS">Serbia</issuer></identification-document></identity>
  <justification>Invented.</justification></individual>
  ${change('amended', '2024-05-01', `<removed><identity ssid="3">${named('alias', part(1, 'whole-name', 'Somebody Else'))}</identity></removed>`)}${change('listed', '2022-02-28')}</target>`;
const ship = `<target ssid="200"><object object-type="vessel"><identity ssid="1" main="true">${named('primary-name', part(1, 'whole-name', 'Fancied Star'))}</identity>
  <other-information>IMO number: 9074729</other-information></object>${change('listed', '2023-01-01')}</target>`;
const removed = `<target ssid="300"><entity><identity ssid="1" main="true">${named('primary-name', part(1, 'whole-name', 'Former LLC'))}</identity></entity>
  ${change('de-listed', '2020-03-01')}${change('listed', '2015-03-01')}</target>`;

test('Swiss list: spellings of parts, places behind the targets, ships, and no removed targets', async () => {
  const { entities, summary } = await readFolder(written('seco.xml', swiss(person + ship + removed)));
  expect([...entities.keys()]).toEqual(['ch-100', 'ch-200']);
  expect(entities.get('ch-100')).toMatchObject({
    kind: 'person',
    names: [
      { text: 'Quillfeather Zoran', quality: 'primary' },
      { text: 'Kuilfeder Zoran', quality: 'strong' },
      { text: 'Квилфедер Зоран', quality: 'strong' },
      { text: 'Zoki', quality: 'weak' },
    ],
    birthDates: ['1961-03-07', '1962'],
    nationalities: ['RS'],
    placesOfBirth: ['Novi Sad, Serbia'],
    gender: 'male',
    identifiers: [{ type: 'passport', country: 'RS', number: 'D 123' }],
    programmes: ['Invention'],
    listedOn: '2022-02-28',
    remarks: 'Invented.',
  });
  expect(entities.get('ch-200')).toMatchObject({
    kind: 'vessel',
    identifiers: [{ type: 'imo', number: '9074729' }],
  });
  expect(summary.publishedAt).toBe('2026-09-28T00:00:00.000Z');
  const again = removed + change('listed', '2026-01-01');
  const relisted = again.replace(/<\/target>(.*)$/, '$1</target>');
  expect((await readFolder(written('seco.xml', swiss(relisted)))).entities.has('ch-300')).toBe(true);
});

test('Swiss list: a part of the list, and a target of an unknown kind, are refused', async () => {
  for (const [text, why] of [
    [swiss(person, 'delta'), /not the whole list/],
    [swiss(ship.replace('vessel', 'submarine')), /unknown type submarine/],
    [swiss(person.replaceAll('individual', 'being')), /neither a person/],
    [swiss(person).slice(0, 900), /seco\.xml/],
  ] as const)
    await expect(readFolder(written('seco.xml', text))).rejects.toThrow(why);
});

const record = (fields: Record<string, string>) =>
  `<record>${Object.entries(fields)
    .map(([tag, text]) => `<${tag}>${text}</${tag}>`)
    .join('')}</record>`;
const canadian = (records: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><data-set>${records.join('')}</data-set>\n`;

test('Canadian list: the bilingual elements of 2026, the ones before, aliases, ships', async () => {
  const records = [
    record({
      'Country-Pays': 'Russia / Russie',
      'LastName-NomDeFamille': 'QUILLFEATHER',
      'GivenName-Prenom': 'Zoran',
      'Aliases-Alias': 'Zoran Federkiel; Russian: Зоран Квилфедер, Zoki',
      'DateOfBirthOrShipBuildDate-DateDeNaissanceOuDateDeConstructionDuNavire': '1972-08-10 or 1972-08-11',
      'Schedule-Annexe': '1, Part 1',
      'Item-NumeroDarticle': '94',
      'DateOfListing-DateDinscription': '2019-03-15',
    }),
    record({
      'Country-Pays': 'Russia / Russie',
      'EntityOrShip-EntiteOuNavire': 'Fancied Star III',
      'TitleOrShipType-TitreOuTypeDeNavire': 'General Cargo | Cargo classique',
      'ShipIMONumber-NumeroOMIDuNavire': '7612448',
      'Item-NumeroDarticle': '1',
    }),
    record({
      'Country-Pays': 'Belarus / Bélarus',
      'EntityOrShip-EntiteOuNavire': 'Imaginary Bank (also known as Fancy Bank)',
      'Aliases-Alias': 'Imaginary, LLC, IBank',
      'Item-NumeroDarticle': '2',
    }),
  ];
  const { entities } = await readFolder(written('sema-lmes.xml', canadian(records)));
  const [zoran, star, bank] = [...entities.values()];
  expect(zoran).toMatchObject({
    kind: 'person',
    lists: ['ca_sema'],
    names: [
      { text: 'Zoran QUILLFEATHER', quality: 'primary' },
      { text: 'Zoran Federkiel', quality: 'strong' },
      { text: 'Зоран Квилфедер', quality: 'strong' },
      { text: 'Zoki', quality: 'weak' },
    ],
    birthDates: ['1972-08-10', '1972-08-11'],
    countries: [],
    programmes: ['Russia'],
    listedOn: '2019-03-15',
  });
  expect(star).toMatchObject({ kind: 'vessel', identifiers: [{ type: 'imo', number: '7612448' }] });
  expect(bank!.names.map(({ text }) => text)).toEqual([
    'Imaginary Bank',
    'Fancy Bank',
    'Imaginary, LLC',
    'IBank',
  ]);
  const old = records.map((text) => text.replace(/(<\/?[A-Za-z]+)-[A-Za-z]+/g, '$1'));
  const before = await readFolder(written('sema-lmes.xml', canadian(old)));
  expect([...before.entities.keys()]).toEqual([...entities.keys()]);
  const renamed = records.map((text) => text.replaceAll('LastName', 'Surname'));
  await expect(readFolder(written('sema-lmes.xml', canadian(renamed)))).rejects.toThrow(/LastName/);
});

const header = [
  ...['Reference', 'Name of Individual or Entity', 'Type', 'Name Type', 'Alias Strength', 'Date of Birth'],
  ...['Place of Birth', 'Citizenship', 'Address', 'Additional Information', 'Listing Information'],
  ...['IMO Number', 'Committees', 'Control Date', 'Instrument of Designation'],
];
const australian = (rows: Record<string, string | number>[], columns = header) =>
  workbook([columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]);
const jane = {
  Reference: '101',
  Type: 'Individual',
  'Date of Birth': 'Approximately 1960, 1961',
  Citizenship: 'Serbia',
  Committees: 'Autonomous (Invention)',
};
const rows = [
  { ...jane, 'Name of Individual or Entity': 'Zoran QUILLFEATHER', 'Name Type': 'Primary Name' },
  { ...jane, Reference: '101a', 'Name of Individual or Entity': 'Зоран', 'Name Type': 'Original Script' },
  {
    ...jane,
    ...{
      Reference: '101b',
      'Name of Individual or Entity': 'Zoki',
      'Name Type': 'Alias',
      'Alias Strength': 'Weak',
    },
  },
  {
    ...{ Reference: 102, 'Name of Individual or Entity': 'Fancied & Star', Type: 'Vessel' },
    ...{ 'Name Type': 'Primary Name', 'IMO Number': 9074729, 'Date of Birth': '' },
  },
  {
    ...{ Reference: 103, 'Name of Individual or Entity': 'Ada Bellweather', Type: 'Individual' },
    ...{ 'Name Type': 'Primary Name', 'Date of Birth': 26000 },
  },
];

test('Australian list: a workbook, whose rows of one number are one entry', async () => {
  const { entities } = await readFolder(written('list.xlsx', australian(rows)));
  expect(entities.get('au-101')).toMatchObject({
    kind: 'person',
    names: [
      { text: 'Zoran QUILLFEATHER', quality: 'primary' },
      { text: 'Зоран', quality: 'strong' },
      { text: 'Zoki', quality: 'weak' },
    ],
    birthDates: ['1960~', '1961~'],
    nationalities: ['RS'],
    programmes: ['Autonomous (Invention)'],
  });
  expect(entities.get('au-102')).toMatchObject({
    kind: 'vessel',
    names: [{ text: 'Fancied & Star' }],
    identifiers: [{ type: 'imo', number: '9074729' }],
  });
  expect(entities.get('au-103')?.birthDates).toEqual(['1971-03-08']);
});

test('Australian list: cut, damaged, with a renamed column or an unknown type, it is refused', async () => {
  const whole = australian(rows);
  const flipped = Buffer.from(whole);
  flipped[60]! ^= 0xff;
  const renamed = australian(rows, header.with(1, 'Full Name'));
  const odd = australian([{ ...rows[0]!, Type: 'Robot' }]);
  for (const [content, why] of [
    [whole.subarray(0, whole.length / 2), /cut/],
    [flipped, /list\.xlsx/],
    [renamed, /Name of Individual or Entity is missing/],
    [odd, /robot/],
  ] as const)
    await expect(readFolder(written('list.xlsx', content))).rejects.toThrow(why);
});
