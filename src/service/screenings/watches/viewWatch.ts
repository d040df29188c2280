import type { Selectable } from 'kysely';
import type { Watch } from '../../../contract/watch.ts';
import type { Vault } from '../../crypto/vault.ts';
import { watchReference } from '../../crypto/watchReference.ts';
import type { AmlWatchesTable } from '../../db/screeningTables.ts';

/** A watch without its subject, which its screening contains. */
export function viewWatch(vault: Vault, row: Selectable<AmlWatchesTable>): Watch {
  return {
    id: row.id,
    object: 'aml_watch',
    mode: row.mode,
    clientReferenceId: watchReference.open(vault, row),
    status: row.status,
    screeningId: row.screening_id,
    lastScreenedAt: row.aml_screened_at?.toISOString() ?? null,
    datasetVersion: row.aml_version,
    createdAt: row.created_at.toISOString(),
  };
}
