import type { Selectable } from 'kysely';
import { customerFields } from '../../crypto/customerFields.ts';
import { purposes } from '../../crypto/purposes.ts';
import type { Vault } from '../../crypto/vault.ts';
import type { AmlWatchesTable } from '../../db/screeningTables.ts';
import type { ScreeningInput } from '../screeningCipher.ts';

/** Seals and opens whom a watch is of, and what the customer calls them. */
export function watchCipher(vault: Vault, id: string) {
  return {
    seal: (input: ScreeningInput, reference: string | null) => ({
      sealed_input: vault.sealShared(purposes.watch(id), JSON.stringify(input)),
      sealed_reference: reference === null ? null : vault.sealShared(purposes.watchReference(id), reference),
      reference_mark: customerFields.markOf(vault, reference),
    }),
    open: ({ sealed_input }: Pick<Selectable<AmlWatchesTable>, 'sealed_input'>) =>
      JSON.parse(vault.openShared(purposes.watch(id), sealed_input).toString()) as ScreeningInput,
    reference: ({ sealed_reference }: Pick<Selectable<AmlWatchesTable>, 'sealed_reference'>) =>
      sealed_reference ? vault.openShared(purposes.watchReference(id), sealed_reference).toString() : null,
  };
}
