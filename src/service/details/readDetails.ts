import type { Selectable } from 'kysely';
import type {
  DetailsSources,
  PersonalDetails,
  StoredPersonalDetails,
} from '../../contract/personalDetails.ts';
import { purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner, Vault } from '../crypto/vault.ts';
import type { PersonalDetailsTable } from '../db/schema.ts';

export type DetailsWithSources = PersonalDetails & { sources: DetailsSources };

/** Opens the personal details of a case. */
export function readDetails(
  vault: Vault,
  owner: DataKeyOwner,
  { revision, sealed }: Selectable<PersonalDetailsTable>,
): DetailsWithSources {
  return JSON.parse(vault.open(owner, purposes.details(revision), sealed).toString()) as DetailsWithSources;
}

/** Personal details as shown by the API; only the last four characters of the national id. */
export function viewDetails(
  caseId: string,
  details: DetailsWithSources,
  submittedAt: Date,
): StoredPersonalDetails {
  const { address, nationalId } = details;
  return {
    object: 'personal_details',
    caseId,
    givenName: details.givenName ?? null,
    middleName: details.middleName ?? null,
    familyName: details.familyName,
    nativeName: details.nativeName ?? null,
    mononym: details.mononym ?? false,
    dateOfBirth: details.dateOfBirth,
    nationalities: details.nationalities ?? [],
    countryOfBirth: details.countryOfBirth ?? null,
    address: address
      ? {
          line1: address.line1,
          line2: address.line2 ?? null,
          city: address.city,
          region: address.region ?? null,
          postalCode: address.postalCode ?? null,
          country: address.country,
        }
      : null,
    email: details.email ?? null,
    phone: details.phone ?? null,
    nationalId: nationalId
      ? { country: nationalId.country, type: nationalId.type, last4: nationalId.number.slice(-4) }
      : null,
    sources: details.sources,
    submittedAt: submittedAt.toISOString(),
  };
}
