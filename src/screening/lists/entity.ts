import type { Identifier } from './identifier.ts';
import type { Gender, Link, Listed } from './listed.ts';

/** A listed entity as the API returns it: every field is present, `null` or empty if the list has no value. */
export interface Entity {
  id: string;
  name: string;
  kind: Listed['kind'];
  aliases: string[];
  /** Dates of birth in EDTF, including those of its aliases. */
  birthDates: string[];
  placesOfBirth: string[];
  gender: Gender | null;
  /** ISO 3166-1 alpha-2: nationality, place of birth and residence together. */
  countries: string[];
  nationalities: string[];
  residences: string[];
  identifiers: { type: Identifier['type']; country: string | null; number: string; note: string | null }[];
  programmes: string[];
  listedOn: string | null;
  position: string | null;
  /** Public functions, such as those of a politically exposed person, the latest first. */
  functions: { title: string; level: string | null; since: string | null; until: string | null }[];
  /** Owners, property and control, as far as the list has them. */
  links: {
    how: Link['how'];
    id: string;
    name: string;
    topics: string[];
    share: string | null;
    isHalfOrMore: boolean | null;
    since: string | null;
    until: string | null;
  }[];
  remarks: string | null;
  sourceUrl: string | null;
}
