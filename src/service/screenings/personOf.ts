import type { PersonalDetails } from '../../contract/personalDetails.ts';
import type { Person } from '../aml/index.ts';

/** What of personal details is looked for on the lists. */
export function personOf(details: PersonalDetails): Person {
  const { givenName, middleName, familyName, nativeName, dateOfBirth, nationalities, countryOfBirth } =
    details;
  return { givenName, middleName, familyName, nativeName, dateOfBirth, nationalities, countryOfBirth };
}
