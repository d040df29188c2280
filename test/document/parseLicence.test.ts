import { expect, test } from 'vitest';
import { parseLicence } from '../../src/document/index.ts';
import { licenceText } from '../../src/testdocument/licenceText.ts';
import { testHolder } from '../../src/testdocument/testHolder.ts';

const header = (iin: string, version: string, offsets = 'DL00390187ZV02260032') =>
  `@\n\x1e\rANSI ${iin}${version}${offsets}`;

/** A licence of the standard's newer versions; fields may be replaced, or left out by null. */
function licence(fields: Record<string, string | null> = {}, start = header('636000', '100102')): string {
  const all = {
    DAQ: 'T64235789',
    DCS: 'SAMPLE',
    DDE: 'N',
    DAC: 'MICHAEL',
    DDF: 'N',
    DAD: 'JOHN',
    DDG: 'N',
    DCU: 'JR',
    DBB: '06061986',
    DBA: '12102024',
    DAJ: 'VA',
    DCG: 'USA',
    DDA: 'F',
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([code, value]) => (value === null ? [] : [code + value]));
  return `${start}DL${lines.join('\n')}\rZVZVA01\r`;
}

const noNames = { DCS: null, DAC: null, DAD: null, DCU: null };

test('a card of version 10', () => {
  expect(parseLicence(licence())).toEqual({
    ok: true,
    format: 'AAMVA',
    version: 10,
    type: 'driving_licence',
    familyName: 'SAMPLE',
    givenName: 'MICHAEL JOHN',
    suffix: 'JR',
    dateOfBirth: '1986-06-06',
    expiresOn: '2024-12-10',
    number: 'T64235789',
    jurisdiction: 'VA',
    country: 'USA',
    truncated: 'no',
    problems: [],
  });
});

test('the drawn licence', () => {
  const { familyName, givenNames, dateOfBirth, expiresOn } = testHolder();
  expect(parseLicence(licenceText(testHolder()))).toMatchObject({
    ok: true,
    familyName: familyName.toUpperCase(),
    givenName: givenNames.toUpperCase(),
    dateOfBirth,
    expiresOn,
    country: 'UTO',
  });
});

const oddities: [string, string, object][] = [
  [
    'AAMVA in place of ANSI, the whole name in DAA, years first (Maryland, Connecticut)',
    '@\n\x1e\rAAMVA9999990101DL00290175DLDAQT-520-098\nDAADOE,SUE,,\nDAJMD\nDBA20201203\nDBB19801010',
    { version: 1, familyName: 'DOE', givenName: 'SUE', dateOfBirth: '1980-10-10', number: 'T-520-098' },
  ],
  [
    'no second name of the subfile',
    '@\nAAMVA6360060101DL00290179DAACTLIC,ADULT,A\nDAJCT\nDAQ990000001\nDBA20150101\nDBB19610101',
    { familyName: 'CTLIC', givenName: 'ADULT A', country: 'USA' },
  ],
  [
    'a city that contains the name of a subfile and a code, where the subfile has no second name',
    '@\n\x1e\rAAMVA6360060101DL00290179DAASMITH,BRENDAN,A\nDAG60 STATE ST\nDAIGLENDALE\nDAJCT\nDAQ990000001\nDBA20150101\nDBB19610101',
    { familyName: 'SMITH', givenName: 'BRENDAN A', number: '990000001', problems: [] },
  ],
  [
    'the same where the fields begin on a line of their own',
    '@\n\x1e\rANSI 636014080001DL00310200\nDAQ12345\nDCSSMITH\nDACJOHN\nDBB01021990\nDBA01022030\nDAG1 A ST\nDAIGLENDALE\nDAJCA\nDCGUSA',
    { familyName: 'SMITH', givenName: 'JOHN', number: '12345', jurisdiction: 'CA', problems: [] },
  ],
  [
    "a state's own subfile before that of the licence",
    licence().replace('DLDAQ', 'ZVZVBDCSOTHER\rDLDAQ'),
    { familyName: 'SAMPLE' },
  ],
  [
    "a state's own subfile before that of the licence, with fields of its codes",
    licence().replace('DLDAQ', 'ZVZVA01\nDAQWRONG\nDCSWRONG\rDLDAQ'),
    { familyName: 'SAMPLE', number: 'T64235789' },
  ],
  [
    'the same where the fields of the licence begin on the next line',
    licence().replace('DLDAQ', 'ZVZVA01\nDAQWRONG\rID\nDAQ'),
    { type: 'id_card', number: 'T64235789' },
  ],
  [
    'a street that begins like a subfile, where the subfile has no second name',
    '@\n\x1e\rAAMVA6360060101DL00290179DAASMITH,BRENDAN,A\nDAG60 ENDCOTT ST\nDAQ99ID\nDAJCT\nDBA20150101\nDBB19610101',
    { type: 'driving_licence', familyName: 'SMITH', givenName: 'BRENDAN A', number: '99ID', problems: [] },
  ],
  ['the name of the subfile twice', licence().replace('DLDAQ', 'DLDLDAQ'), { number: 'T64235789' }],
  ['a suffix in the whole name', licence({ ...noNames, DAA: 'PUBLIC,JOHN,Q,SR' }), { suffix: 'SR' }],
  [
    'the whole name with spaces, given names first (Pennsylvania)',
    licence({ ...noNames, DAA: 'JOHN ONE TWO SMITH' }, header('636025', '0101', 'DL00290194')),
    { familyName: 'SMITH', givenName: 'JOHN ONE TWO', suffix: null },
  ],
  [
    'the same with a suffix',
    licence({ ...noNames, DAA: 'JOHN DOE III' }, header('636025', '0101', 'DL00290194')),
    { familyName: 'DOE', givenName: 'JOHN', suffix: 'III' },
  ],
  [
    'the whole name with spaces, family name first (Florida)',
    licence({ ...noNames, DAA: 'PUBLIC JOHN Q JR' }, header('636010', '0101', 'DL00290194')),
    { familyName: 'PUBLIC', givenName: 'JOHN Q', suffix: 'JR' },
  ],
  [
    'the whole name with commas in Pennsylvania',
    licence({ ...noNames, DAA: 'PUBLIC,JOHN,Q' }, header('636025', '0101', 'DL00290194')),
    { familyName: 'PUBLIC', givenName: 'JOHN Q' },
  ],
  [
    'the whole name in the field of the family name',
    licence({ ...noNames, DCS: 'SMITH,JOHN,Q,JR' }),
    { familyName: 'SMITH', givenName: 'JOHN Q', suffix: 'JR' },
  ],
  [
    'the same beside a middle name',
    licence({ ...noNames, DCS: 'SMITH,JOHN', DAD: 'Q' }),
    { familyName: 'SMITH', givenName: 'JOHN Q' },
  ],
  [
    'a family name with a comma beside a given name',
    licence({ DCS: 'SMITH,JONES' }),
    { familyName: 'SMITH JONES', givenName: 'MICHAEL JOHN' },
  ],
  [
    'given names in DCT with the middle name in DAD',
    licence({ DAC: null, DAD: 'Q', DCT: 'JOHN' }),
    { familyName: 'SAMPLE', givenName: 'JOHN Q' },
  ],
  ['a middle name in both', licence({ DAC: null, DAD: 'Q', DCT: 'JOHN,Q' }), { givenName: 'JOHN Q' }],
  [
    'given names in DCT alone (Michigan)',
    licence({ DAC: null, DAD: null, DCT: 'ROBERT' }),
    { givenName: 'ROBERT' },
  ],
  [
    'commas between and after names (Ontario)',
    licence({ DAC: null, DAD: null, DCS: 'TESTER,      ', DCT: 'MARY,ANN   ' }),
    { familyName: 'TESTER', givenName: 'MARY ANN' },
  ],
  [
    'NONE is nothing',
    licence({ DAD: 'NONE', DAQ: 'NONE' }),
    { givenName: 'MICHAEL', number: null, problems: ['number'] },
  ],
  ['unavl is nothing', licence({ DAD: 'unavl' }), { givenName: 'MICHAEL' }],
  [
    'years first in Canada, by the issuer where no country stands',
    licence(
      { DCG: null, DAJ: 'ON', DBB: '19960603', DBA: '20200603' },
      header('636012', '030001', 'DL00000367'),
    ),
    { dateOfBirth: '1996-06-03', expiresOn: '2020-06-03', country: 'CAN' },
  ],
  [
    'years last in Canada (New Brunswick)',
    licence({ DCG: 'CAN', DAJ: 'NB', DBB: '08081962' }),
    { dateOfBirth: '1962-08-08', country: 'CAN' },
  ],
  [
    'a state in the address that is not the issuer',
    licence({ DAJ: 'AR' }, header('636053', '060002')),
    { jurisdiction: 'AR', country: 'USA' },
  ],
  [
    'the issuer where no state stands',
    licence({ DAJ: null, DCG: null }, header('604428', '080002')),
    { jurisdiction: 'QC', country: 'CAN' },
  ],
  [
    'a state that there is not, of an unknown issuer',
    licence({ DAJ: 'XX', DCG: null }, header('999999', '100102')),
    { jurisdiction: 'XX', country: null },
  ],
  [
    'a state of an unknown issuer',
    licence({ DAJ: 'WY', DCG: null }, header('999999', '100102')),
    { jurisdiction: 'WY', country: 'USA' },
  ],
  [
    'offsets that point elsewhere',
    licence({}, header('636001', '070002', 'DL99990392ZN00330047')),
    { familyName: 'SAMPLE' },
  ],
  [
    'offsets that are no digits (Alberta)',
    licence({}, header('604432', '030001', 'DL\u00ca')),
    { familyName: 'SAMPLE' },
  ],
  ['glued fields after one of fixed length', licence({ DCG: 'USADCK123DDAF' }), { country: 'USA' }],
  ['a first name that contains a code', licence({ DAC: 'ADAN' }), { givenName: 'ADAN JOHN' }],
  ['a field of the state that looks like one of ours', `${licence()}ZVBDCSOTHER\r`, { familyName: 'SAMPLE' }],
  ['names that are cut', licence({ DDF: 'T' }), { truncated: 'possible' }],
  ['lower case', licence({ DCS: 'Michael' }), { familyName: 'Michael' }],
  [
    'a card that is no licence',
    licence().replace('DLDAQ', 'IDDAQ'),
    { type: 'id_card', number: 'T64235789' },
  ],
  ['a missing separator at the start', licence().replace('\x1e\r', ''), { familyName: 'SAMPLE' }],
  ['a month that there is not', licence({ DBB: '13061986' }), { dateOfBirth: null, problems: ['birth'] }],
  ['a day that there is not', licence({ DBA: '02302024' }), { expiresOn: null, problems: ['expiry'] }],
  ['no name at all', licence(noNames), { familyName: null, givenName: null, problems: ['name'] }],
];

test.each(oddities)('%s', (_, text, expected) => {
  expect(parseLicence(text)).toMatchObject({ ok: true, ...expected });
});

test.each([
  ['another barcode', 'PARCEL 1234', 'header'],
  ['the magnetic stripe of British Columbia', '%BC,VANCOUVER^PUBLIC,$JOHN^', 'header'],
  ['a text longer than any barcode', licence({ DAI: `NOWHERE${'DAJVA'.repeat(1e5)}` }), 'length'],
  ['a header without fields', header('636000', '100102'), 'elements'],
])('%s is refused', (_, text, problem) => {
  expect(parseLicence(text)).toEqual({ ok: false, problems: [problem] });
});
