import { IndexBuilder } from './index/IndexBuilder.ts';
import type { ScreeningIndex } from './index/screeningIndex.ts';
import { type Identifier, type IdentifierType, identifierTypes } from './lists/identifier.ts';
import type { Listed } from './lists/listed.ts';

/** The fictional list of test mode, used if no other list is configured. All its entities are invented. */
export function testList(): ScreeningIndex {
  cached ??= built();
  return cached;
}

let cached: ScreeningIndex | undefined;

function built(): ScreeningIndex {
  const builder = new IndexBuilder();
  for (const entity of fiction) builder.put(entity);
  return builder.finish({ version: '2020-01-01-fictional', publishedAt: '2020-01-01T00:00:00.000Z' });
}

const fiction: Listed[] = [
  invented(1, 'sanctions', ['Sanctioned Testperson'], [], []),
  invented(2, 'pep', ['Exposed Testofficial'], [], []),
  invented(3, 'sanctions', ['Possible Testcase'], [], []),
  invented(4, 'sanctions', ['Zoran Quillfeather', 'Zoran Federkiel'], ['1961-04-17'], ['RS']),
  invented(5, 'sanctions', ['Tarik al-Imaginari', 'طارق الإيماجيناري'], ['1974'], ['YE']),
  invented(6, 'sanctions', ['Fyodor Vymyshlennikov', 'Фёдор Вымышленников'], ['1958-11'], ['RU']),
  invented(7, 'pep', ['Honoria Ballotbury'], ['1969-06-30'], ['GB']),
  invented(8, 'pep', ['Estanislao Urnavera Papeleta'], ['1955-09-02'], ['CL']),
  // One number of each kind, so that a number that is asked about is compared: what no list holds is not.
  {
    ...invented(9, 'sanctions', ['Numerius Testregister'], [], []),
    identifiers: identifierTypes.map(numbered),
  },
  { ...invented(10, 'pep', ['Registrata Testoffice'], [], []), identifiers: identifierTypes.map(numbered) },
  // Numbers of vessels are compared only where vessels are listed.
  {
    ...invented(11, 'sanctions', ['Imaginaria Testship'], [], []),
    kind: 'vessel',
    identifiers: [numbered('imo'), numbered('mmsi')],
  },
];

function numbered(type: IdentifierType): Identifier {
  return { type, country: 'ZZ', number: `IDVTEST-${type.toUpperCase()}-000` };
}

function invented(
  number: number,
  topic: 'sanctions' | 'pep',
  names: string[],
  birthDates: string[],
  countries: string[],
): Listed {
  return {
    id: `idvtest-${number}`,
    kind: 'person',
    topics: [topic === 'pep' ? 'role.pep' : 'sanction'],
    lists: [`idv_test_${topic}`],
    names: names.map((text, i) => ({ text, quality: i === 0 ? 'primary' : 'strong' })),
    birthDates,
    countries,
    sourceUrl: null,
  };
}
