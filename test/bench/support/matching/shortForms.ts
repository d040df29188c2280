import { entityAt, type ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import { nameParts } from '../../../../src/screening/names/nameParts.ts';
import { possibleMatchThreshold } from '../../../../src/screening/search/finding.ts';
import { screen } from '../../../../src/screening/search/screen.ts';

/** A listed person whose name has more parts than are asked for. */
interface ShortForm {
  id: string;
  fullName: string;
  born: string;
}

/**
 * How many listed people are found who are asked for by one given and the last name of a longer listed name, by how far the date
 * of birth is off. Every eighth of those with a day of birth and a name in Latin letters. Eleven days more keep a date some
 * years off from being a slip of one digit.
 */
export function shortForms(index: ScreeningIndex): Record<string, number> {
  const people = listedPeople(index).filter((_, i) => i % 8 === 0);
  const share = (born?: (day: string, i: number) => string) =>
    people.filter((one, i) => isFound(index, one, born?.(one.born, i))).length / people.length;
  return {
    n: people.length,
    none: share(),
    'ten days': share((day) => moved(day, { days: 10 })),
    'three months': share((day) => moved(day, { months: 3 })),
    'a year': share((day) => moved(day, { months: 12, days: 11 })),
    'the year alone, one to five': share((day, i) => moved(day, { months: 12 * (1 + (i % 5)) }).slice(0, 4)),
    'five years': share((day) => moved(day, { months: 60, days: 11 })),
    'nine years': share((day) => moved(day, { months: 108, days: 11 })),
    'twenty years': share((day) => moved(day, { months: 240, days: 11 })),
  };
}

function listedPeople(index: ScreeningIndex): ShortForm[] {
  const people: ShortForm[] = [];
  for (let row = 0; row < index.columns.entityFlags.length; row++) {
    const { id, kind, names, birthDates } = entityAt(index, row);
    const born = birthDates.find((date) => /^\d{4}-\d\d-\d\d$/.test(date));
    const fullName = shortened(names[0]!.text);
    if (kind === 'person' && born && fullName) people.push({ id, fullName, born });
  }
  return people;
}

/** The first given and the last name; null for a name that is short already or in another script. */
function shortened(name: string): string | null {
  if (!/^[\p{Script=Latin}\s,.'-]+$/u.test(name)) return null;
  const [family = '', given = ''] = name.includes(',') ? name.split(',') : [name.split(' ').at(-1), name];
  const [first, last] = [given.trim().split(/\s+/)[0], family.trim().split(/\s+/).at(-1)];
  const short = `${first} ${last}`;
  const [parts, all] = [short, name].map((text) => nameParts(text).filter(({ minor }) => !minor).length);
  return parts === 2 && all! > 2 ? short : null;
}

function moved(day: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function isFound(index: ScreeningIndex, { id, fullName }: ShortForm, dateOfBirth?: string): boolean {
  const hits = screen(
    index,
    { person: { fullName, dateOfBirth } },
    { minScore: possibleMatchThreshold, limit: 100 },
  );
  return hits.some(({ sources }) => sources.some((source) => source.id === id));
}
