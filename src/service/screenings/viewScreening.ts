import type { Selectable } from 'kysely';
import type { AmlScreening, DatasetList } from '../../contract/amlScreening.ts';
import type { DataKeyOwner, Vault } from '../crypto/vault.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { screeningCipher } from './screeningCipher.ts';
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
    caseId: row.case_id || null,
    status: row.status,
    dataset: row.dataset && { ...row.dataset, lists: row.dataset.lists.map(asList) },
    hits: screeningCipher(vault, row.id, owner).hits(row).map(viewHit),
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}

/** Screenings from before kept the names of the lists alone. */
function asList(list: DatasetList | string): DatasetList {
  if (typeof list !== 'string') return list;
  return {
    name: list,
    publishedAt: null,
    fetchedAt: null,
    entities: null,
    rejectedRows: null,
    isStale: null,
  };
}
