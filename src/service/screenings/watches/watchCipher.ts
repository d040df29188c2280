import type { Selectable } from 'kysely';
import { purposes } from '../../crypto/purposes.ts';
import type { Vault } from '../../crypto/vault.ts';
import type { AmlWatchesTable } from '../../db/screeningTables.ts';
import type { ScreeningInput } from '../screeningCipher.ts';

/** Seals and opens whom a watch is of. */
export function watchCipher(vault: Vault, id: string) {
  return {
    seal: (input: ScreeningInput): Uint8Array => vault.sealShared(purposes.watch(id), JSON.stringify(input)),
    open: ({ sealed_input }: Pick<Selectable<AmlWatchesTable>, 'sealed_input'>) =>
      JSON.parse(vault.openShared(purposes.watch(id), sealed_input).toString()) as ScreeningInput,
  };
}
