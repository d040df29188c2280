import type { Alignment } from '../compare/alignment.ts';
import { birthDate, kinderDate } from '../compare/birthDate.ts';
import type { Circumstances } from '../compare/evidence.ts';
import { worldwideIdentifiers } from '../compare/identifierKey.ts';
import type { Query } from '../compare/query.ts';
import { type CountryVerdict, countryVerdict, type DateVerdict } from '../compare/verdicts.ts';
import { entityFlag } from '../index/columns.ts';
import { datesOfName, type ScreeningIndex } from '../index/screeningIndex.ts';
import type { Question } from './question.ts';

/** One listed entity that was found: by its best name, with the evidence, or by an identifier, or both. */
export interface Finding {
  entity: number;
  score: number;
  name: NameFinding | null;
  identifier: IdentifierFinding | null;
}

export interface NameFinding {
  /** Row of the listed name. */
  name: number;
  /** The name as it was given. */
  given: string;
  query: Query;
  alignment: Alignment;
  circumstances: Circumstances;
}

/** A number that was given and the listed one that is the same. */
export interface IdentifierFinding {
  given: { type: string | null; country: string | null; number: string };
  listed: { type: string; country: string | null; number: string };
}

/**
 * What the date of birth says beside those of an entity and of one of its names alone, the kindest.
 * @param name row of the listed name; null where no name matched
 */
export function dateVerdictOf(
  { columns }: ScreeningIndex,
  { born }: Question,
  entity: number,
  name: number | null,
): DateVerdict {
  if (!born || !(columns.entityFlags[entity]! & entityFlag.person)) return 'not_given';
  const { dates, entityDateStart: starts } = columns;
  const ofEntity = birthDate(born, dates, starts[entity]!, starts[entity + 1]!);
  const own = name === null ? null : datesOfName(columns, name);
  return own ? kinderDate(ofEntity, birthDate(born, own.dates, own.start, own.end)) : ofEntity;
}

/** What the given countries say beside those of an entity. */
export function countryVerdictOf(
  { columns }: ScreeningIndex,
  { countryNumbers }: Question,
  entity: number,
): CountryVerdict {
  const { entityCountryStart: starts, countries } = columns;
  return countryVerdict(countryNumbers, countries, starts[entity]!, starts[entity + 1]!);
}

/** Whether one office gave both numbers: that of the same country, or the one that there is in the world. */
export function isOfOneIssuer({ given, listed }: IdentifierFinding): boolean {
  if (worldwideIdentifiers.has(listed.type)) return true;
  return given.country !== null && given.country === listed.country;
}
