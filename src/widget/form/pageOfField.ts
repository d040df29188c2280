import type { DetailsPage } from './DetailsDraft.ts';

const NAMES = ['givenName', 'middleName', 'familyName', 'fullName', 'nativeName', 'mononym'];
const BIRTH = ['dateOfBirth', 'nationalities', 'countryOfBirth'];

/** The screen that asks for a value, by its path. */
export function pageOfField(path: string): DetailsPage {
  const [field] = path.split('.');
  if (NAMES.includes(field!)) return 'name';
  if (BIRTH.includes(field!)) return 'birth';
  return field === 'address' ? 'address' : 'more';
}
