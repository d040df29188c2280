import { type DateRange, dateRange } from '../compare/birthDate.ts';
import { countryNumber } from '../compare/verdicts.ts';
import type { GivenIdentifier, Subject } from './subject.ts';

/** What a query asks of an index besides the name. */
export interface Question {
  isOrganisation: boolean;
  /** As given, or null. */
  dateOfBirth: string | null;
  born: DateRange | null;
  /** ISO 3166-1 alpha-2, and the same as `countryNumber`s. */
  countries: string[];
  countryNumbers: number[];
  identifiers: GivenIdentifier[];
  /** `entityFlag`s of the kinds of lists to look at. */
  wanted: number;
  minScore: number;
}

/** Reads a subject. @param options.wanted `entityFlag`s of the kinds of lists to look at */
export function questionOf(subject: Subject, options: Pick<Question, 'wanted' | 'minScore'>): Question {
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
    countries,
    countryNumbers: countries.map((code) => countryNumber(code.toUpperCase())),
    identifiers: (person ?? organisation).identifiers ?? [],
  };
}
