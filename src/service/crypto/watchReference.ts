import { purposes } from './purposes.ts';
import type { DataKeyOwner, Vault } from './vault.ts';

/** The customer's reference for a watch. Events of the watch include it. */
export const watchReference = {
  seal: (vault: Vault, watch: DataKeyOwner, reference: string | null): Uint8Array | null =>
    reference === null ? null : vault.seal(watch, purposes.watchReference(watch.id), reference),

  open: (vault: Vault, watch: DataKeyOwner & { sealed_reference: Uint8Array | null }): string | null =>
    watch.sealed_reference &&
    vault.open(watch, purposes.watchReference(watch.id), watch.sealed_reference).toString(),
};
