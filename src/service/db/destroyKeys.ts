import type { Kysely } from 'kysely';
import { type DataKeyOwner, slotOf, type Vault } from '../crypto/vault.ts';
import type { KeyErasure } from './KeyErasure.ts';
import type { Database } from './schema.ts';

/** Destroys data keys, once the transaction that erases their owners is committed. */
export async function destroyKeys(
  { erasure, vault }: { erasure: KeyErasure | null; vault: Vault },
  tx: Kysely<Database>,
  owners: readonly DataKeyOwner[],
): Promise<void> {
  for (const { id } of owners) vault.forget(id);
  const slots = owners.flatMap(({ data_key }) => (data_key && slotOf(data_key)) ?? []);
  await erasure?.mark(tx, slots);
}
