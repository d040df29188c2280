import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import type { Listed } from '../../../../src/screening/lists/listed.ts';
import { organisationParts } from '../../../../src/screening/names/organisationParts.ts';
import { type Outcome, outcomesOf, type Question } from './outcome.ts';

/** Listed organisations under the forms in which payments and registers write them. */
export function organisations(index: ScreeningIndex, entities: readonly Listed[]): Record<string, Outcome> {
  const firms = entities.filter(
    ({ kind, names }) =>
      kind === 'organisation' && /^[\x20-\x7e]+$/.test(names[0]!.text) && /\s/.test(names[0]!.text),
  );
  return outcomesOf(index, firms, {
    'usual abbreviations': named((name) => changed(name, (text) => text.replace(/[A-Za-z]+/g, abbreviated))),
    'abbreviations with a full stop': named((name) =>
      changed(name, (text) =>
        text.replace(/[A-Za-z]+/g, (word) => (short(word) ? `${abbreviated(word)}.` : word)),
      ),
    ),
    acronym: named(acronym),
    'cut at 35 characters': named((name) => (name.length > 35 ? name.slice(0, 35) : null)),
    'cut at 20 characters': named((name) => (name.length > 20 ? name.slice(0, 20) : null)),
    'a branch': named((name, at) => `${name} ${places[at % places.length]} Branch`),
    'a branch behind a comma': named((name, at) => `${name}, ${places[at % places.length]}`),
    'one word translated': named((name, at) => translated(name, at)),
    'two words missing': named((name) => {
      const words = name.split(/\s+/);
      return major(name) < 5 ? null : words.slice(0, -2).join(' ');
    }),
    'one letter of a word wrong': named((name, at) => (major(name) < 2 ? null : wrongLetter(name, at))),
    'first letter wrong': named((name) =>
      major(name) < 2 ? null : `${name[0] === 'B' ? 'D' : 'B'}${name.slice(1)}`,
    ),
  });
}

function named(of: (name: string, at: number) => string | null): Question {
  return ({ names }, at) => {
    const name = of(names[0]!.text, at);
    return name ? { organisation: { name } } : null;
  };
}

function changed(name: string, change: (text: string) => string): string | null {
  const other = change(name);
  return other === name ? null : other;
}

function major(name: string): number {
  return organisationParts(name).filter(({ minor }) => !minor).length;
}

/** What registers and payment forms usually write. Kept apart from the engine's table on purpose. */
const abbreviations: Record<string, string> = {
  international: 'Intl',
  group: 'Grp',
  manufacturing: 'Mfg',
  company: 'Co',
  corporation: 'Corp',
  engineering: 'Eng',
  industries: 'Inds',
  industrial: 'Ind',
  technology: 'Tech',
  technologies: 'Tech',
  development: 'Dev',
  services: 'Svcs',
  management: 'Mgmt',
  national: 'Natl',
  university: 'Univ',
  institute: 'Inst',
  association: 'Assn',
  department: 'Dept',
  government: 'Govt',
  trading: 'Trdg',
  transport: 'Trans',
  investment: 'Inv',
  investments: 'Invs',
  construction: 'Constr',
  general: 'Gen',
  brothers: 'Bros',
  laboratory: 'Lab',
  research: 'Res',
  shipping: 'Shpg',
  petroleum: 'Petr',
  electric: 'Elec',
  electronics: 'Elec',
  chemical: 'Chem',
  commercial: 'Comm',
  enterprises: 'Ents',
  organization: 'Org',
  foundation: 'Fdn',
  center: 'Ctr',
  centre: 'Ctr',
  marketing: 'Mktg',
  holding: 'Hldg',
  holdings: 'Hldgs',
  security: 'Sec',
  systems: 'Sys',
  financial: 'Fin',
  insurance: 'Ins',
  equipment: 'Equip',
  exchange: 'Exch',
  federation: 'Fed',
  products: 'Prods',
};

function short(word: string): string | undefined {
  return abbreviations[word.toLowerCase()];
}

function abbreviated(word: string): string {
  return short(word) ?? word;
}

/** The first letters of the words of a longer name, without the small words and the legal form. */
function acronym(name: string): string | null {
  if (name.includes('(')) return null;
  const words = name.match(/[A-Za-z]+/g) ?? [];
  const major = organisationParts(name).filter(({ minor }) => !minor).length;
  const letters = words.filter((word) => !small.test(word)).map((word) => word[0]!.toUpperCase());
  return major >= 4 && letters.length >= 4 && letters.length <= 7 ? letters.join('') : null;
}

const small =
  /^(the|of|for|and|de|del|la|el|al|y|co|company|ltd|limited|llc|inc|corp|corporation|sa|cv|srl|gmbh|ag|plc|jsc|ooo|pjsc|fze)$/i;

const places = ['London', 'Dubai', 'Singapore', 'Frankfurt', 'Istanbul', 'Hong Kong', 'Moscow', 'Beirut'];

const translations: Record<string, string> = {
  bank: 'Banco',
  company: 'Compagnie',
  trading: 'Handel',
  research: 'Forschung',
  institute: 'Institut',
  university: 'Universidad',
  national: 'Nacional',
  foundation: 'Stiftung',
  industries: 'Industrias',
  services: 'Servicios',
  construction: 'Bau',
  transport: 'Transporte',
  center: 'Zentrum',
  centre: 'Centre',
  ministry: 'Ministerium',
  factory: 'Fabrik',
  oil: 'Petrolera',
  shipping: 'Navigation',
  islamic: 'Islamique',
  agency: 'Agentur',
  insurance: 'Versicherung',
  investment: 'Inversiones',
  development: 'Entwicklung',
  committee: 'Comite',
  relief: 'Hilfe',
  association: 'Asociacion',
};

function translated(name: string, at: number): string | null {
  const words = name.split(/\s+/);
  const places = words.flatMap((word, i) => (translations[word.toLowerCase()] ? [i] : []));
  const place = places[at % places.length];
  if (place === undefined || major(name) < 3) return null;
  words[place] = translations[words[place]!.toLowerCase()]!;
  return words.join(' ');
}

function wrongLetter(name: string, at: number): string | null {
  const places = [...name.matchAll(/(?<=[A-Za-z])[A-Za-z]/g)].map(({ index }) => index);
  const place = places[(at * 11 + 2) % places.length];
  if (place === undefined) return null;
  const letter = 'aeioustnr'[at % 9]!;
  return name.slice(0, place) + letter + name.slice(place + 1);
}
