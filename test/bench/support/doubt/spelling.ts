import type { Listed } from '../../../../src/screening/lists/listed.ts';
import { nameParts } from '../../../../src/screening/names/nameParts.ts';

/** The primary name of a person, given names first; null unless it has two or more parts in Latin letters. */
export function fullNameOf({ names }: Listed): string | null {
  const name = names[0]!.text;
  if (!/^[\p{Script=Latin}\s,.'-]+$/u.test(name)) return null;
  const comma = name.indexOf(',');
  const full = comma < 0 ? name : `${name.slice(comma + 1).trim()} ${name.slice(0, comma)}`;
  return nameParts(full).filter(({ minor }) => !minor).length > 1 ? full : null;
}

/** A name without one letter, which is not the first of its part. A different letter for each position `at`. */
export function withoutLetter(name: string, at: number): string | null {
  const places = [...name.matchAll(/(?<=\p{L})\p{L}/gu)].map(({ index }) => index);
  const place = places[(at * 7 + 3) % places.length];
  return place === undefined ? null : name.slice(0, place) + name.slice(place + 1);
}

/** The day of birth of an entity; null if it has none. */
export function dayOf({ birthDates }: Listed): string | null {
  return birthDates.find((date) => /^\d{4}-\d\d-\d\d$/.test(date)) ?? null;
}

/** The first given and the last name; null for a name of two parts. */
export function shortOf(name: string): string | null {
  const words = name.split(/\s+/);
  const short = `${words[0]} ${words.at(-1)}`;
  const major = (text: string) => nameParts(text).filter(({ minor }) => !minor).length;
  return major(short) === 2 && major(name) > 2 ? short : null;
}
