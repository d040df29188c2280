import { purposes } from './purposes.ts';
import type { DataKeyOwner, Vault } from './vault.ts';

/** What a customer says of a case beside the person: sealed as one text, since one is never read without the others. */
export interface CustomerFields {
  returnUrl: string;
  state: string | null;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
}

/** A row, or a part of it, that holds them. */
export type CustomerFieldsOwner = DataKeyOwner & { customer: Uint8Array | null };

const NONE = { returnUrl: null, state: null, clientReferenceId: null, metadata: null };

/** Seals and opens them with the data key of the case. */
export const customerFields = {
  /** The columns that keep them: what is sealed, and what finds it. */
  seal: (vault: Vault, owner: DataKeyOwner, fields: CustomerFields) => ({
    customer: vault.seal(owner, purposes.customer, JSON.stringify(fields)),
    reference_mark: customerFields.markOf(vault, fields.clientReferenceId),
  }),

  /** All `null` once the case was erased. */
  open: (vault: Vault, owner: CustomerFieldsOwner): CustomerFields | Record<keyof CustomerFields, null> =>
    owner.customer && owner.data_key
      ? (JSON.parse(vault.open(owner, purposes.customer, owner.customer).toString()) as CustomerFields)
      : NONE,

  /** What a reference is found by: a keyed fingerprint. */
  markOf: (vault: Vault, reference: string | null): string | null =>
    reference === null ? null : vault.fingerprint(purposes.customerReference, reference),
};
