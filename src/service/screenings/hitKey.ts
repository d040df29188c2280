import type { Mode } from '../../contract/mode.ts';
import type { Person } from '../aml/index.ts';
import type { Vault } from '../crypto/vault.ts';
import type { FoundHit } from './foundHit.ts';

/**
 * What a resolution is remembered under: a keyed fingerprint of the person and of what the list says of the entity.
 * Other spaces, capitals or an order of nationalities are the same person; another date of birth is not.
 */
export function hitKey(
  vault: Vault,
  mode: Mode,
  person: Person,
  { id, contentHash }: Pick<FoundHit, 'id' | 'contentHash'>,
): string {
  return vault.fingerprint('hit resolution', JSON.stringify([mode, normalised(person), id, contentHash]));
}

function normalised(person: Person): (string | string[])[] {
  const { givenName, middleName, familyName, fullName, nativeName } = person;
  const name = fullName ?? [givenName, middleName, familyName].filter(Boolean).join(' ');
  return [
    plain(name),
    plain(nativeName ?? ''),
    person.dateOfBirth ?? '',
    [...new Set(person.nationalities ?? [])].sort(),
    person.countryOfBirth ?? '',
  ];
}

function plain(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
