import { countryCodes } from '../../contract/countries.ts';
import type { DocumentFormat, DocumentSide } from '../../contract/documentCheck.ts';
import type { Prefill } from '../../contract/personalDetails.ts';
import type { DocumentType } from '../../contract/policy.ts';
import { type ReadableLicence, type ReadableZone, stateOf } from '../../document/index.ts';
import { purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner, Vault } from '../crypto/vault.ts';

/** What was read of a document, as it is stored. What a barcode does not say is empty. */
export type ReadFields = Pick<
  ReadableZone,
  | 'code'
  | 'familyName'
  | 'givenName'
  | 'truncated'
  | 'dateOfBirth'
  | 'nationality'
  | 'issuingState'
  | 'number'
  | 'sex'
  | 'expiresOn'
> & {
  type: DocumentType | null;
  format: DocumentFormat;
  /** Who numbers the documents, where that is a part of the state: numbers of licences repeat in others. */
  jurisdiction?: string | null;
  /** The lines of the zone as read, with the optional data masked; none of a barcode. */
  lines?: string[];
  /** Where zone or barcode stand. */
  side: DocumentSide;
};

/** The fields of a licence's barcode. It says nothing of the nationality. */
export function licenceFields(licence: ReadableLicence): Omit<ReadFields, 'side'> {
  const { type, familyName, givenName, truncated, number, country, jurisdiction } = licence;
  const date = (iso: string | null) => ({ raw: iso?.replaceAll('-', '').slice(2) ?? '', iso });
  return {
    ...{ code: '', type, format: licence.format, truncated, jurisdiction, sex: '', nationality: '' },
    ...{ familyName: familyName ?? '', givenName, number: number ?? '', issuingState: country ?? '' },
    dateOfBirth: date(licence.dateOfBirth),
    expiresOn: date(licence.expiresOn),
  };
}

interface Stored {
  id: string;
  sealed_fields: Uint8Array | null;
}

export const documentFields = {
  seal: (vault: Vault, row: DataKeyOwner, id: string, fields: ReadFields): Uint8Array =>
    vault.seal(row, purposes.documentFields(id), JSON.stringify(fields)),

  /** @returns `null` if nothing was read, or it is deleted. */
  open: (vault: Vault, row: DataKeyOwner, { id, sealed_fields }: Stored): ReadFields | null => {
    if (!sealed_fields || !row.data_key) return null;
    return JSON.parse(vault.open(row, purposes.documentFields(id), sealed_fields).toString()) as ReadFields;
  },
};

/** The details that a document states, to prefill a form: in upper and lower case, since a zone has capitals only. */
export function prefillOf({
  familyName,
  givenName,
  dateOfBirth,
  nationality,
}: Omit<ReadFields, 'side'>): Prefill {
  const country = enterable(nationality);
  return {
    familyName: capitalised(familyName),
    ...(givenName ? { givenName: capitalised(givenName) } : { mononym: true }),
    ...(dateOfBirth.iso && { dateOfBirth: dateOfBirth.iso }),
    ...(country && { nationalities: [country] }),
  };
}

/** The country of a nationality of a document, if a form has it: Kosovo's code is not of ISO 3166. `null` if not. */
export function enterable(nationality: string): string | null {
  const state = stateOf(nationality);
  if (state?.kind !== 'country') return null;
  return countryCodes.includes(state.country) ? state.country : null;
}

function capitalised(name: string): string {
  return name.toLowerCase().replaceAll(/(^|[ '-])(\p{L})/gu, (_, before: string, letter: string) => {
    return before + letter.toUpperCase();
  });
}
