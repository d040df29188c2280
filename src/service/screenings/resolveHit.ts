import type { Kysely, Selectable } from 'kysely';
import type { ResolveHit } from '../../contract/amlScreening.ts';
import { newId } from '../../contract/ids.ts';
import { ApiError } from '../apiError.ts';
import type { CaseRow } from '../cases/changeCase.ts';
import type { AmlScreeningsTable, Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { auditLog } from '../db/store/auditLog.ts';
import { hitResolutions } from '../db/store/hitResolutions.ts';
import type { Deps } from '../deps.ts';
import type { FoundHit } from './foundHit.ts';
import { hitKey } from './hitKey.ts';
import { noteScreening } from './noteScreening.ts';
import { screeningBox } from './screeningBox.ts';
import { statusOfHits } from './statusOfHits.ts';
import { tellScreening } from './tellScreening.ts';

type Screening = Selectable<AmlScreeningsTable>;

export interface Resolution extends ResolveHit {
  deps: Deps;
  tx: Kysely<Database>;
  caller: { keyId: string };
  requestId: string;
}

/**
 * Takes what a reviewer says of a hit: in the screening, and in memory for later ones of the same person. The status
 * of the case stays; only a decision moves it.
 * @param row the case of the screening, held by the transaction
 * @throws {ApiError} `resource_not_found` if the screening has no such hit.
 */
export async function resolveHit(
  resolution: Resolution,
  screening: Screening,
  row: CaseRow | null,
  hitId: string,
): Promise<FoundHit> {
  const { deps, tx } = resolution;
  const box = screeningBox(deps.vault, screening.id, row);
  const hits = box.hits(screening);
  const found = hits.find(({ id }) => id === hitId);
  if (!found) throw new ApiError('resource_not_found');
  const resolved = { ...found, resolution: resolution.resolution, note: resolution.note ?? null };
  await remember(resolution, screening, row, resolved);
  const after = hits.map((hit) => (hit === found ? resolved : hit));
  const updated = await amlScreenings.update(tx, screening.id, {
    sealed_hits: box.seal('hits', after),
    status: statusOfHits(after),
  });
  if (row?.checks.aml.id === screening.id) {
    await noteScreening(deps, tx, row, updated, { type: 'updated', amlGivenUp: row.facts.amlGivenUp });
  } else {
    await tellScreening(deps, tx, row, updated, 'updated');
  }
  return resolved;
}

async function remember(
  { deps, tx, caller, requestId }: Resolution,
  screening: Screening,
  row: CaseRow | null,
  { resolution, note, ...hit }: FoundHit,
): Promise<void> {
  const { clock, vault } = deps;
  const { person } = screeningBox(vault, screening.id, row).input(screening);
  const key = hitKey(vault, screening.mode, person, hit);
  const purpose = `hit note ${key}`;
  await hitResolutions.put(tx, {
    key,
    mode: screening.mode,
    case_id: row?.id ?? null,
    resolution: resolution!,
    note: note === null ? null : row ? vault.seal(row, purpose, note) : vault.sealShared(purpose, note),
    key_id: caller.keyId,
    resolved_at: clock(),
  });
  if (!row) return;
  await auditLog.insert(tx, {
    id: newId('req', clock().getTime()),
    mode: screening.mode,
    at: clock(),
    key_id: caller.keyId,
    action: `resolve hit ${resolution}`,
    case_id: row.id,
    request_id: requestId,
    note: note === null ? null : vault.seal(row, 'review note', note),
  });
}
