/** Somebody on an invented list. */
export interface Invented {
  number: number;
  family: string;
  given: string;
  /** Family and given name, for organisations the name. */
  alias: string;
  /** `YYYY-MM-DD`; empty for organisations. */
  born: string;
  country: string;
  passport: string;
}

const GIVEN = 'Zoran Fyodor Tarik Estanislao Honoria Benedikt Ludmila Osvaldo Ingeborg Radomir'.split(' ');
const FAMILY = [
  ...[
    'Quillfeather',
    'Vymyshlennikov',
    'Imaginari',
    'Urnavera',
    'Ballotbury',
    'Federkiel',
    'Grauerfund',
    'Nimmerwahr',
  ],
  ...['Ouzounbeli', 'Tschernograd', 'Abendrothen', 'Kowalewitz', 'Marchfelder', 'Silbermohn', 'Weidenkamm'],
];
const COUNTRY = ['RS', 'RU', 'YE', 'CL', 'GB'];

/** Some people, numbered from 1001, and nine organisations, numbered from 2001. */
export function inventedEntries(count: number): Entries {
  const people = Array.from({ length: count }, (_, i) => inventedPerson(i));
  return { people, organisations, all: [...people, ...organisations] };
}

export interface Entries {
  people: readonly Invented[];
  organisations: readonly Invented[];
  all: readonly Invented[];
}

function inventedPerson(i: number): Invented {
  const [given, family] = [GIVEN[i % GIVEN.length]!, FAMILY[(i * 7) % FAMILY.length]!];
  const second = FAMILY[(i * 7 + 4) % FAMILY.length]!;
  return {
    number: 1001 + i,
    family: `${family.toUpperCase()}`,
    given,
    alias: `${given}ov ${second}${i % 3 === 0 ? ' José Müller' : ''}`,
    born: `19${50 + (i % 40)}-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
    country: COUNTRY[i % COUNTRY.length]!,
    passport: `P${700_000 + i * 37}`,
  };
}

const organisations: readonly Invented[] = Array.from({ length: 9 }, (_, i) => ({
  number: 2001 + i,
  family: `${FAMILY[i]!.toUpperCase()} IMAGINARY TRADING ${FAMILY[i + 3]!.toUpperCase()} LLC`,
  given: '',
  alias: `${FAMILY[i + 5]} Fancied Shipping Company`,
  born: '',
  country: COUNTRY[i % COUNTRY.length]!,
  passport: '',
}));
