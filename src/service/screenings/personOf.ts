import type { Person } from '../../screening/screening.ts';
import type { DetailsWithSources } from '../details/readDetails.ts';

/** The personal details to screen. A date of birth counts as proven only if it comes from a credential. */
export function personOf({ nationalId, sources, ...details }: DetailsWithSources): Person {
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
    ...(sources?.['dateOfBirth'] === 'credential' && { dateOfBirthProven: true }),
  };
  return nationalId ? { ...person, identifiers: [nationalId] } : person;
}
