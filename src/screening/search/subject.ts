/** The person or organisation to screen. */
export type Subject =
  | { person: Person; organisation?: undefined }
  | { organisation: Organisation; person?: undefined };

/** A person to screen. Either `fullName`, or `givenName` and `familyName`. Dates are `YYYY`, `YYYY-MM` or full. */
export interface Person {
  givenName?: string | undefined;
  middleName?: string | undefined;
  familyName?: string | undefined;
  fullName?: string | undefined;
  /** The name in its own script, screened in addition to the Latin name. */
  nativeName?: string | undefined;
  dateOfBirth?: string | undefined;
  /** Whether a credential proves the date of birth. Only then may another date exclude an exact name. */
  dateOfBirthProven?: boolean | undefined;
  /** ISO 3166-1 alpha-2. */
  nationalities?: string[] | undefined;
  /** ISO 3166-1 alpha-2. */
  countryOfBirth?: string | undefined;
  identifiers?: GivenIdentifier[] | undefined;
}

/** An organisation to screen. */
export interface Organisation {
  name: string;
  /** ISO 3166-1 alpha-2: where it is registered or active. */
  countries?: string[] | undefined;
  identifiers?: GivenIdentifier[] | undefined;
}

/** A document or register number of the subject. Omitted fields match any value. */
export interface GivenIdentifier {
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
  type?: string | undefined;
  number: string;
}
