import type { AmlException } from '../../contract/hit.ts';
import type { Vault } from '../crypto/vault.ts';
import type { RememberedResolution } from '../db/store/hitResolutions.ts';
import { priorResolutionOf } from './carryOverResolutions.ts';

/** A false positive without its subject, which its screening contains. */
export function viewException(vault: Vault, row: RememberedResolution): AmlException {
  const { snapshot, reasonCode, note, resolvedBy, resolvedAt } = priorResolutionOf(vault, row);
  return {
    entityIds: snapshot.ids,
    name: snapshot.entity.name,
    lists: snapshot.lists,
    reasonCode,
    note,
    by: resolvedBy,
    at: resolvedAt,
    until: row.holds_until!.toISOString(),
    caseId: row.case_id || null,
    watchId: row.watch_id,
    screeningId: row.made_in,
  };
}
