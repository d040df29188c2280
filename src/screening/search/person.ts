import type { GivenIdentifier } from './givenIdentifier.ts';

/** Who is asked about. Either `fullName` or `givenName` and `familyName`; dates `YYYY`, `YYYY-MM` or full. */
export interface Person {
  givenName?: string | undefined;
  middleName?: string | undefined;
  familyName?: string | undefined;
  fullName?: string | undefined;
  /** The name in its own script, screened beside the other one. */
  nativeName?: string | undefined;
  dateOfBirth?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  nationalities?: string[] | undefined;
  /** ISO 3166-1 alpha-2. */
  countryOfBirth?: string | undefined;
  identifiers?: GivenIdentifier[] | undefined;
}
