import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { partialDate } from '../lists/partialDate.ts';
import type { Person } from '../person.ts';
import { type ScreenOptions, screen } from '../screen.ts';

/**
 * Answers one line of a batch, `{id, person}` as JSON, with one line: `{id, hits}`, or
 * `{id, hits: [], error}` if the row can't be screened.
 */
export function screenRow(index: ScreeningIndex, line: string, options: ScreenOptions): string {
  let id: unknown = null;
  try {
    const row = parsed(line);
    if (typeof row['id'] !== 'string' && typeof row['id'] !== 'number') throw new Error('The row has no id');
    id = row['id'];
    return JSON.stringify({ id, hits: screen(index, personOf(row['person']), options) });
  } catch (error) {
    return JSON.stringify({ id, hits: [], error: (error as Error).message });
  }
}

function parsed(line: string): Record<string, unknown> {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new Error('The row is not JSON');
  }
  if (!isRecord(row)) throw new Error('The row is not an object {id, person}');
  return row;
}

const texts = [
  'givenName',
  'middleName',
  'familyName',
  'fullName',
  'nativeName',
  'dateOfBirth',
  'countryOfBirth',
] as const;

function personOf(person: unknown): Person {
  if (!isRecord(person)) throw new Error('person is missing or not an object');
  const checked: Person = {};
  for (const field of texts) {
    const value = person[field];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') throw new Error(`person.${field} is not a text`);
    if (value.length > 500) throw new Error(`person.${field} is too long`);
    checked[field] = value;
  }
  if (![checked.fullName, checked.givenName, checked.familyName].some((name) => LEGIBLE.test(name ?? '')))
    throw new Error('person has no fullName, givenName or familyName with a letter or digit');
  if (checked.dateOfBirth !== undefined) checked.dateOfBirth = dayOf(checked.dateOfBirth);
  const nationalities = person['nationalities'] ?? [];
  if (!Array.isArray(nationalities) || !nationalities.every((code) => typeof code === 'string'))
    throw new Error('person.nationalities is not a list of country codes');
  return { ...checked, nationalities };
}

/** Of anything else nothing could be found, and nobody would be clear for that. */
const LEGIBLE = /[\p{L}\p{N}]/u;

/** The date as far as it exists: records are full of `1969-8-2` and of months that aren't there. */
function dayOf(date: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(date.trim()) ?? [];
  const told = [year, month?.padStart(2, '0'), day?.padStart(2, '0')].filter(Boolean).join('-');
  const known = partialDate(told);
  if (!known) throw new Error('person.dateOfBirth is not a date, as YYYY, YYYY-MM or YYYY-MM-DD');
  return known;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
