import { purposes } from './purposes.ts';
import type { DataKeyOwner, Vault } from './vault.ts';

/** The customer's fields of a case, without the person: sealed as one text, since they are always read together. */
export interface CustomerFields {
  /** `null` for a case that uses the hosted page only. */
  returnUrl: string | null;
  state: string | null;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
}

/** A row, or a part of it, that contains the sealed fields. */
export type CustomerFieldsOwner = DataKeyOwner & { customer: Uint8Array | null };

const NONE = { returnUrl: null, state: null, clientReferenceId: null, metadata: null };

/** Seals and opens these fields with the data key of the case. */
export const customerFields = {
  /** The columns that store them: sealed content, and search key. */
  seal: (vault: Vault, owner: DataKeyOwner, fields: CustomerFields) => ({
    customer: vault.seal(owner, purposes.customer, JSON.stringify(fields)),
    reference_mark: customerFields.markOf(vault, fields.clientReferenceId),
  }),

  /** All fields are `null` once the case was erased. */
  open: (vault: Vault, owner: CustomerFieldsOwner): CustomerFields | Record<keyof CustomerFields, null> =>
    owner.customer && owner.data_key
      ? (JSON.parse(vault.open(owner, purposes.customer, owner.customer).toString()) as CustomerFields)
      : NONE,

  /** The search key of a reference: a keyed fingerprint. */
  markOf: (vault: Vault, reference: string | null): string | null =>
    reference === null ? null : vault.fingerprint(purposes.customerReference, reference),
};
