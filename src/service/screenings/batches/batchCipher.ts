import type { Selectable } from 'kysely';
import type { BatchRow, RowResult } from '../../../screening/screening.ts';
import { purposes } from '../../crypto/purposes.ts';
import type { DataKeyOwner, Vault } from '../../crypto/vault.ts';
import type { AmlBatchPartsTable } from '../../db/batchTables.ts';

type Part = Selectable<AmlBatchPartsTable>;

interface Contents {
  rows: BatchRow[];
  answers: RowResult[];
}

/** Seals and opens the parts of a batch, each bound to its position. */
export function batchCipher(vault: Vault, owner: DataKeyOwner) {
  return {
    seal: <Kind extends Part['kind']>(kind: Kind, position: number, content: Contents[Kind]): Uint8Array =>
      vault.seal(owner, purposes.batchPart(kind, position), JSON.stringify(content)),
    open: <Kind extends Part['kind']>(kind: Kind, { position, sealed }: Part): Contents[Kind] =>
      JSON.parse(vault.open(owner, purposes.batchPart(kind, position), sealed).toString()) as Contents[Kind],
  };
}
