import type { Selectable } from 'kysely';
import type { Batch } from '../../../contract/batch.ts';
import type { AmlBatchesTable } from '../../db/batchTables.ts';

/** A batch as shown: how far it is. */
export function viewBatch(row: Selectable<AmlBatchesTable>): Batch {
  return {
    id: row.id,
    object: 'aml_batch',
    mode: row.mode,
    status: row.status,
    format: row.format,
    rows: { total: row.total, done: row.done, bad: row.bad, withHits: row.with_hits },
    datasetVersion: row.dataset,
    threshold: row.threshold,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
