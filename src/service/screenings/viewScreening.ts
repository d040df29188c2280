import type { Selectable } from 'kysely';
import type { AmlScreening } from '../../contract/amlScreening.ts';
import type { DataKeyOwner, Vault } from '../crypto/vault.ts';
import type { AmlScreeningsTable } from '../db/schema.ts';
import { screeningBox } from './screeningBox.ts';
import { viewHit } from './viewHit.ts';

/** A screening as shown; `owner` is its case, if it has one. */
export function viewScreening(
  vault: Vault,
  row: Selectable<AmlScreeningsTable>,
  owner: DataKeyOwner | null,
): AmlScreening {
  return {
    id: row.id,
    object: 'aml_screening',
    mode: row.mode,
    caseId: row.case_id,
    status: row.status,
    dataset: row.dataset,
    hits: screeningBox(vault, row.id, owner).hits(row).map(viewHit),
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}
