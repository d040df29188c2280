import { purposes } from './purposes.ts';
import type { DataKeyOwner, Vault } from './vault.ts';

/** The customer's reference for a watch. Events of the watch include it. */
export const watchReference = {
  seal: (vault: Vault, watch: DataKeyOwner, reference: string | null): Uint8Array | null =>
    reference === null ? null : vault.seal(watch, purposes.watchReference(watch.id), reference),

  /** An older reference is sealed with the shared key. */
  open: (vault: Vault, watch: DataKeyOwner & { sealed_reference: Uint8Array | null }): string | null => {
    const { id, data_key, sealed_reference } = watch;
    if (!sealed_reference) return null;
    const purpose = purposes.watchReference(id);
    const plain = data_key
      ? vault.open(watch, purpose, sealed_reference)
      : vault.openShared(purpose, sealed_reference);
    return plain.toString();
  },
};
