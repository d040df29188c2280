import { identifierKey } from '../compare/identifierKey.ts';
import type { Listed } from '../lists/listed.ts';

/**
 * Whether two entries of different lists are one person or organisation: they share a number, or a name, the day of
 * birth and a country together.
 */
export function isSameEntity(a: Listed, b: Listed): boolean {
  if (a.kind !== b.kind || a.lists.some((list) => b.lists.includes(list))) return false;
  if (a.identifiers?.length && b.identifiers?.length && meet(numbersOf(a), numbersOf(b))) return true;
  return meet(a.countries, b.countries) && meet(daysOf(a), daysOf(b)) && meet(namesOf(a), namesOf(b));
}

function numbersOf({ identifiers = [] }: Listed): string[] {
  return identifiers.flatMap(({ number, country }) => {
    const key = country && identifierKey(number);
    return key ? [`${country} ${key}`] : [];
  });
}

function namesOf({ names }: Listed): string[] {
  return names
    .filter(({ quality }) => quality !== 'weak')
    .map(({ text }) => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).sort().join(' '));
}

/** Full dates alone; an organisation has none, and needs none. */
function daysOf({ kind, birthDates }: Listed): string[] {
  return kind === 'organisation' ? ['none'] : birthDates.filter((date) => /^\d{4}-\d\d-\d\d$/.test(date));
}

function meet(a: string[], b: string[]): boolean {
  return a.some((one) => b.includes(one));
}
