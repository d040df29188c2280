import type { Selectable } from 'kysely';
import type { PersonalDetails } from '../../contract/personalDetails.ts';
import { purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner, Vault } from '../crypto/vault.ts';
import type { PersonalDetailsTable } from '../db/schema.ts';

/** Opens the personal details of a case. */
export function readDetails(
  vault: Vault,
  owner: DataKeyOwner,
  { revision, sealed }: Selectable<PersonalDetailsTable>,
): PersonalDetails {
  return JSON.parse(vault.open(owner, purposes.details(revision), sealed).toString()) as PersonalDetails;
}
