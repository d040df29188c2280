import { identifierKey } from '../compare/identifierKey.ts';
import type { Listed } from '../lists/listed.ts';

/**
 * Whether two entries of different lists are one person or organisation: they share a number, or a name, the day of
 * birth and a country together.
 */
export function isSameEntity(a: Listed, b: Listed): boolean {
  if (a.kind !== b.kind || meet(a.lists, b.lists)) return false;
  if (shareNumber(a, b)) return true;
  return meet(a.countries, b.countries) && sameDay(a, b) && meet(namesOf(a), namesOf(b));
}

/** Numbers of one country alone. */
function shareNumber({ identifiers = [] }: Listed, { identifiers: others = [] }: Listed): boolean {
  for (const { number, country } of identifiers) {
    if (!country || !others.some((other) => other.country === country)) continue;
    const key = identifierKey(number);
    if (key && others.some((other) => other.country === country && identifierKey(other.number) === key))
      return true;
  }
  return false;
}

function namesOf({ names }: Listed): string[] {
  return names
    .filter(({ quality }) => quality !== 'weak')
    .map(({ text }) => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).sort().join(' '));
}

/** Full dates alone; an organisation has none, and needs none. */
function sameDay(a: Listed, b: Listed): boolean {
  if (a.kind === 'organisation') return true;
  return a.birthDates.some((date) => b.birthDates.includes(date) && /^\d{4}-\d\d-\d\d$/.test(date));
}

function meet(a: string[], b: string[]): boolean {
  for (let i = 0; i < a.length; i++) if (b.includes(a[i]!)) return true;
  return false;
}
