import type { Alignment } from '../compare/alignment.ts';
import type { Circumstances, EvidenceKind } from '../compare/evidence.ts';
import type { Query } from '../compare/query.ts';
import {
  birthDate,
  type CountryVerdict,
  countryNumber,
  countryVerdict,
  type DateRange,
  type DateVerdict,
  dateRange,
  kinderDate,
  type PartMatch,
  worldwideIdentifiers,
} from '../compare/verdicts.ts';
import { datesOfName, entityFlag, type ScreeningIndex } from '../index/screeningIndex.ts';
import type { Entity } from '../lists/entity.ts';
import { type IdentifierType, identifierType, identifierTypes } from '../lists/identifier.ts';
import type { GivenIdentifier, Subject } from './subject.ts';

/** A listed entity that was found by its best name, with the evidence, or by an identifier, or both. */
export interface Finding {
  entity: number;
  score: number;
  name: NameFinding | null;
  identifier: IdentifierFinding | null;
}

export interface NameFinding {
  /** Row of the listed name. */
  name: number;
  /** The given name. */
  given: string;
  query: Query;
  alignment: Alignment;
  circumstances: Circumstances;
}

/** A given number and the equal listed number. */
export interface IdentifierFinding {
  given: { type: string | null; country: string | null; number: string };
  listed: { type: string; country: string | null; number: string };
}

/**
 * Compares the date of birth with those of the entity and those of the matched name only; returns the most favourable
 * verdict.
 * @param name row of the listed name; null if no name matched
 */
export function dateVerdictOf(
  { columns }: ScreeningIndex,
  { born }: Question,
  entity: number,
  name: number | null,
): DateVerdict {
  if (!born || !(columns.entityFlags[entity]! & (entityFlag.person | entityFlag.unknown))) return 'not_given';
  const { dates, entityDateStart: starts } = columns;
  const ofEntity = birthDate(born, dates, starts[entity]!, starts[entity + 1]!);
  const nameDates = name === null ? null : datesOfName(columns, name);
  return nameDates
    ? kinderDate(ofEntity, birthDate(born, nameDates.dates, nameDates.start, nameDates.end))
    : ofEntity;
}

/** Compares the given countries with those of an entity. */
export function countryVerdictOf(
  { columns }: ScreeningIndex,
  { countryNumbers }: Question,
  entity: number,
): CountryVerdict {
  const { entityCountryStart: starts, countries } = columns;
  return countryVerdict(countryNumbers, countries, starts[entity]!, starts[entity + 1]!);
}

/** Whether one authority issued both numbers: they are of the same country, or of a type that is unique worldwide. */
export function isOfOneIssuer({ given, listed }: IdentifierFinding): boolean {
  if (worldwideIdentifiers.has(listed.type)) return true;
  return given.country !== null && given.country === listed.country;
}

/** Whether another country issued the given number than the listed one. */
export function isOfOther({ given, listed }: IdentifierFinding): boolean {
  if (worldwideIdentifiers.has(listed.type)) return false;
  return given.country !== null && listed.country !== null && given.country !== listed.country;
}

/** The parts of a query other than the name. */
export interface Question {
  isOrganisation: boolean;
  /** As given; null if absent. */
  dateOfBirth: string | null;
  born: DateRange | null;
  /** A credential proves the date of birth. */
  isDateProven: boolean;
  /** ISO 3166-1 alpha-2, and as `countryNumber`s. */
  countries: string[];
  countryNumbers: number[];
  identifiers: GivenIdentifier[];
  /** `entityFlag`s of the kinds of lists to search. */
  kindFlags: number;
  minScore: number;
}

/**
 * Reads a subject.
 * @param options.kindFlags `entityFlag`s of the kinds of lists to search
 * @param options.numbers numbers in the names
 */
export function questionOf(
  subject: Subject,
  { numbers, ...options }: Pick<Question, 'kindFlags' | 'minScore'> & { numbers: GivenIdentifier[] },
): Question {
  const { person, organisation } = subject;
  const countries = person
    ? [...(person.nationalities ?? []), person.countryOfBirth ?? ''].filter(Boolean)
    : (organisation.countries ?? []);
  const dateOfBirth = person?.dateOfBirth ?? null;
  return {
    ...options,
    isOrganisation: organisation !== undefined,
    dateOfBirth,
    born: dateOfBirth ? dateRange(dateOfBirth) : null,
    isDateProven: person?.dateOfBirthProven === true,
    countries,
    countryNumbers: countries.map((code) => countryNumber(code.toUpperCase())),
    identifiers: [...((person ?? organisation).identifiers ?? []), ...numbers],
  };
}

/** The type of a given number, by its type name or a common synonym; `other` if unknown. */
export function givenKind({ type }: GivenIdentifier): IdentifierType {
  if (type === undefined) return 'other';
  const exact = type.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return identifierTypes.find((one) => one === exact) ?? identifierType(type.replaceAll('_', ' '));
}

/** A listed person or organisation that may be the subject, with the evidence. */
export interface Hit {
  /** Id of the best entity in `sources`, such as `ofac-1234`. */
  id: string;
  /** 0.5 to below 1; comparable between lists and dataset versions. */
  score: number;
  strength: Strength;
  /** Codes of the lists that contain the entity, from all sources. */
  lists: string[];
  /** Reasons for the listing in the vocabulary of OpenSanctions: `sanction`, `role.pep`. */
  topics: string[];
  entity: Entity;
  /** Every list entry of this person or organisation. The first is the hit itself. */
  sources: { id: string; list: string; sourceUrl: string | null }[];
  explain: Explanation;
  /** Changes with the list entry: a resolution applies to one content. */
  contentHash: string;
}

/** `other_country`: the same number, issued by another country. */
export type IdentifierVerdict = 'same' | 'other_country' | 'different' | 'not_given' | 'not_listed';

type Strength = 'weak' | 'fair' | 'strong' | 'exact';

export interface Explanation {
  /** Null if only an identifier matched. */
  name: NameExplanation | null;
  dateOfBirth: { result: DateVerdict; given: string | null; listed: string[]; text: string };
  country: { result: CountryVerdict; given: string[]; listed: string[]; text: string };
  /** `matched`: the listed numbers that equal given ones. */
  identifiers: {
    result: IdentifierVerdict;
    matched: { type: string; country: string | null; number: string }[];
    text: string;
  };
  /** The terms of the score: their values add up to `sum`, and the score is 1 / (1 + exp(-0.18 * (sum + 6))). */
  weights: { terms: { kind: EvidenceKind; value: number; text: string }[]; sum: number; score: number };
}

export interface NameExplanation {
  /** The given name, and its Latin form that was compared. */
  given: string;
  transliteration: string;
  /** The listed name or alias that matched, its Latin form that was compared, and the quality stated by the list. */
  listed: string;
  listedTransliteration: string;
  quality: 'primary' | 'strong' | 'weak';
  /** `bits`: the information content of the match. */
  parts: { given: string; listed: string; how: PartMatch; similarity: number; bits: number }[];
  /** Parts without a counterpart that count against the match. */
  onlyGiven: string[];
  onlyListed: string[];
  /** Parts that were left out, with the reason. */
  leftOut: { text: string; side: 'given' | 'listed'; reason: string }[];
  text: string;
}

/**
 * The minimum score of a hit that makes a screening a `possible_match`. With this score and the name alone, a screening
 * of the US and UN lists alerts for about one in a hundred unrelated people. With the date of birth it alerts for far
 * fewer.
 */
export const possibleMatchThreshold = 0.7;

/**
 * The strength of a hit as one word. `exact`: an equal number of the same country or of a type that is unique
 * worldwide, or the whole name as listed with the same day of birth. The others are by score.
 */
export function strengthOf({ score, name, identifier }: Finding): Strength {
  if (identifier && isOfOneIssuer(identifier)) return 'exact';
  const { onlyQuery, onlyListed, pairs } = name?.alignment ?? { onlyQuery: 1, onlyListed: 1, pairs: [] };
  const isSame = onlyQuery === 0 && onlyListed === 0 && pairs.every(({ how }) => how === 'same');
  if (isSame && name?.circumstances.date === 'same') return 'exact';
  if (score >= strongScore) return 'strong';
  return score >= possibleMatchThreshold ? 'fair' : 'weak';
}

const strongScore = 0.85;
