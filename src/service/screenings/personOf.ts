import type { PersonalDetails } from '../../contract/personalDetails.ts';
import type { Person } from '../../screening/screening.ts';

/** The personal details to screen. */
export function personOf({ nationalId, ...details }: PersonalDetails): Person {
  const { givenName, middleName, familyName, nativeName, dateOfBirth, nationalities, countryOfBirth } =
    details;
  const person = {
    givenName,
    middleName,
    familyName,
    nativeName,
    dateOfBirth,
    nationalities,
    countryOfBirth,
  };
  return nationalId ? { ...person, identifiers: [nationalId] } : person;
}
