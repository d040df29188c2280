import { partialDate } from '../lists/partialDate.ts';
import type { GivenIdentifier } from '../search/givenIdentifier.ts';
import type { Organisation } from '../search/organisation.ts';
import type { Person } from '../search/person.ts';
import type { Subject } from '../search/subject.ts';

type Fields = Record<string, unknown>;

const texts = [
  'givenName',
  'middleName',
  'familyName',
  'fullName',
  'nativeName',
  'dateOfBirth',
  'countryOfBirth',
] as const;

/**
 * Whom a row of a batch asks about. A field that nobody knows is refused: what is spelt wrong would not be screened.
 * @throws an error that says what is wrong
 */
export function subjectOf(row: Fields): Subject {
  const [person, organisation] = [row['person'] ?? null, row['organisation'] ?? null];
  if (person !== null && organisation !== null) throw new Error('The row has a person and an organisation');
  if (organisation !== null) return { organisation: organisationOf(organisation) };
  return { person: personOf(person) };
}

function personOf(given: unknown): Person {
  if (!isFields(given)) throw new Error('person is missing or not an object');
  requireKnown('person', given, [...texts, 'nationalities', 'identifiers']);
  const person: Person = {};
  for (const field of texts) {
    const text = textOf(given[field], `person.${field}`);
    if (text !== undefined) person[field] = text;
  }
  if (![person.fullName, person.givenName, person.familyName].some((name) => LEGIBLE.test(name ?? '')))
    throw new Error('person has no fullName, givenName or familyName with a letter or digit');
  if (person.dateOfBirth !== undefined) person.dateOfBirth = dayOf(person.dateOfBirth);
  const identifiers = identifiersOf(given['identifiers'], 'person');
  return { ...person, nationalities: codesOf(given['nationalities'], 'person.nationalities'), identifiers };
}

function organisationOf(given: unknown): Organisation {
  if (!isFields(given)) throw new Error('organisation is not an object');
  requireKnown('organisation', given, ['name', 'countries', 'identifiers']);
  const name = textOf(given['name'], 'organisation.name') ?? '';
  if (!LEGIBLE.test(name)) throw new Error('organisation has no name with a letter or digit');
  const identifiers = identifiersOf(given['identifiers'], 'organisation');
  return { name, countries: codesOf(given['countries'], 'organisation.countries'), identifiers };
}

/** A name without any of these can't be screened, and must not count as clear. */
const LEGIBLE = /[\p{L}\p{N}]/u;

function requireKnown(of: string, given: Fields, known: readonly string[]): void {
  const unknown = Object.keys(given).filter((field) => !known.includes(field));
  if (unknown.length > 0) throw new Error(`${of}.${unknown[0]} is unknown`);
}

function textOf(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new Error(`${field} is not a text`);
  if (value.length > 500) throw new Error(`${field} is too long`);
  return value;
}

function codesOf(value: unknown, field: string): string[] {
  const codes = value ?? [];
  if (!Array.isArray(codes) || !codes.every((code) => typeof code === 'string'))
    throw new Error(`${field} is not a list of country codes`);
  return codes;
}

function identifiersOf(value: unknown, of: string): GivenIdentifier[] {
  const identifiers: unknown = value ?? [];
  if (!Array.isArray(identifiers)) throw new Error(`${of}.identifiers is not a list`);
  return identifiers.map((one: unknown, i) => {
    const field = `${of}.identifiers[${i}]`;
    if (!isFields(one)) throw new Error(`${field} is not an object`);
    requireKnown(field, one, ['country', 'type', 'number']);
    const [country, type, number] = ['country', 'type', 'number'].map((key) =>
      textOf(one[key], `${field}.${key}`),
    );
    if (!LEGIBLE.test(number ?? '')) throw new Error(`${field} has no number`);
    return { country, type, number: number! };
  });
}

/** The date as far as it exists: records are full of `1969-8-2` and of months that aren't there. */
function dayOf(date: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(date.trim()) ?? [];
  const told = [year, month?.padStart(2, '0'), day?.padStart(2, '0')].filter(Boolean).join('-');
  const known = partialDate(told);
  if (!known) throw new Error('person.dateOfBirth is not a date, as YYYY, YYYY-MM or YYYY-MM-DD');
  return known;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
