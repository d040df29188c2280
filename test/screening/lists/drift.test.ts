import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { indexLists } from '../../../src/screening/loading/indexLists.ts';
import { screen } from '../../../src/screening/screening.ts';

/** The index of one file. */
async function indexOf(name: string, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'idv-drift-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, name), text);
  return await indexLists([folder]);
}

const ftm = (lines: object[]) => `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
const entity = (id: string, schema: string, name: string, topics: string[]) => ({
  id,
  schema,
  datasets: ['test_list'],
  properties: { name: [name], topics },
});
const person = entity('NK-1', 'Person', 'Torvald Emberquist', ['sanction']);

test('relations and schemata that FollowTheMoney gained are read past, and counted if nobody knows them', async () => {
  const control = { id: 'c-1', schema: 'Control', properties: { owner: ['NK-1'], asset: ['NK-2'] } };
  const known = await indexOf('a.json', ftm([person, control, entity('t-1', 'Territory', 'Crimea', [])]));
  expect(known.dataset.lists).toMatchObject([{ entities: 1, unknownParts: [] }]);
  const deed = { id: 'd-1', schema: 'Deed', properties: { holder: ['NK-1'] } };
  const unknown = await indexOf('a.json', ftm([person, deed, { ...deed, id: 'd-2' }]));
  expect(unknown.dataset.lists).toMatchObject([{ entities: 1, unknownParts: ['the schema Deed (2)'] }]);
});

test.each([
  ['with a topic that alerts', entity('NK-3', 'Guild', 'Emberquist Guild', ['sanction'])],
  ['that is a target', { ...entity('NK-3', 'Guild', 'Emberquist Guild', []), target: true }],
])('an unknown schema of an entity %s refuses the list', async (_, listed) => {
  await expect(indexOf('a.json', ftm([person, listed]))).rejects.toThrow(/the schema Guild is unknown/);
});

test('counter-sanctions alert only if a call asks for them', async () => {
  const index = await indexOf(
    'a.json',
    ftm([entity('NK-4', 'Person', 'Ottoline Brackwater', ['sanction.counter'])]),
  );
  const subject = { person: { fullName: 'Ottoline Brackwater' } };
  expect(screen(index, subject, {})).toEqual([]);
  expect(screen(index, subject, { lists: ['sanctions'] })).toEqual([]);
  expect(screen(index, subject, { lists: ['counter'] })).toMatchObject([{ id: 'NK-4' }]);
  const both = await indexOf(
    'a.json',
    ftm([entity('NK-5', 'Person', 'Ottoline Brackwater', ['sanction.counter', 'sanction'])]),
  );
  expect(screen(both, subject, {})).toMatchObject([{ id: 'NK-5' }]);
});

const DESIGNATION = (names: string, more = '') =>
  `<Designation><UniqueID>INV1</UniqueID><OFSIGroupID>9101</OFSIGroupID><RegimeName>Invention</RegimeName>
<IndividualEntityShip>Individual</IndividualEntityShip><Names>${names}</Names>
<IndividualDetails><Individual><DOBs><DOB>17/04/1961</DOB></DOBs><Nationalities><Nationality>Serbia</Nationality></Nationalities></Individual></IndividualDetails>${more}</Designation>`;
const NAME = (text: string, type: string) =>
  `<Name><Name6>${text}</Name6><NameType>${type}</NameType></Name>`;
const ship = `<Designation><UniqueID>INV2</UniqueID><RegimeName>Invention</RegimeName><IndividualEntityShip>Specified ship</IndividualEntityShip>
<Names>${NAME('KOROLEV PROSPECT', 'Primary Name')}</Names><ShipDetails><Ship><IMONumbers><IMONumber>9826902</IMONumber></IMONumbers></Ship></ShipDetails></Designation>`;
const uk = (...designations: string[]) => `<Designations>${designations.join('\n')}</Designations>\n`;

test('a new element, a new indicator, a new name type and a second primary name of the UK list are counted', async () => {
  const names =
    NAME('Zoran Quillfeather', 'Primary Name') +
    NAME('Zoran Federkiel', 'Primary Name') +
    NAME('Zoki', 'Byname');
  const more =
    '<SanctionsImposedIndicators><OreSanction>true</OreSanction></SanctionsImposedIndicators><Ledger>1</Ledger>';
  const index = await indexOf('uk.xml', uk(DESIGNATION(names, more), ship));
  expect(index.dataset.lists).toMatchObject([
    {
      entities: 2,
      unknownParts: [
        'a second primary name (1)',
        'the Name type Byname (1)',
        'the element <Ledger> (1)',
        'the element <OreSanction> (1)',
      ],
    },
  ]);
  for (const fullName of ['Zoran Quillfeather', 'Zoran Federkiel'])
    expect(screen(index, { person: { fullName } }, {})).toMatchObject([{ id: 'uk-9101' }]);
});

test('a renamed element, or an unknown one among the names, refuses the UK list', async () => {
  const whole = uk(DESIGNATION(NAME('Zoran Quillfeather', 'Primary Name')), ship);
  await expect(indexOf('uk.xml', whole.replaceAll('DOB>', 'Born>'))).rejects.toThrow(
    /<Born> is unknown, and <DOB>/,
  );
  await expect(indexOf('uk.xml', whole.replaceAll('Name6>', 'Name7>'))).rejects.toThrow(/<Name7> is unknown/);
});

test('ships of the UK are found by their names and by their IMO numbers', async () => {
  const index = await indexOf('uk.xml', uk(DESIGNATION(NAME('Zoran Quillfeather', 'Primary Name')), ship));
  expect(screen(index, { organisation: { name: 'Korolev Prospect' } }, {})).toMatchObject([
    { entity: { kind: 'vessel' }, strength: 'strong' },
  ]);
  const identifiers = [{ type: 'imo', number: '9826902' }];
  expect(screen(index, { organisation: { name: 'Nobody Knows Ltd', identifiers } }, {})).toMatchObject([
    { id: 'uk-INV2', strength: 'exact' },
  ]);
});

test('vessels of the US Consolidated Screening List are read with their IMO numbers', async () => {
  const results = [
    {
      id: 'v1',
      source: 'Specially Designated Nationals (SDN) - Treasury Department',
      type: 'Vessel',
      name: 'KOROLEV PROSPECT',
      alt_names: [],
      ids: [{ type: 'Vessel Registration Identification', number: 'IMO 9826902', country: null }],
    },
  ];
  const index = await indexOf('csl.json', JSON.stringify({ results }));
  expect(screen(index, { organisation: { name: 'M/V Korolev Prospect' } }, {})).toMatchObject([
    { id: 'us-csl-v1', entity: { kind: 'vessel', identifiers: [{ type: 'imo', number: '9826902' }] } },
  ]);
});
