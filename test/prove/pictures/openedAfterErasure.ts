import { purposes } from '../../../src/service/crypto/purposes.ts';
import type { DataKeyOwner, Vault } from '../../../src/service/crypto/vault.ts';
import { deleteUnused } from '../../../src/service/pictures/sweepObjects.ts';
import type { Place } from '../pictures.ts';
import { inLanes } from '../support/inLanes.ts';
import { namesIn, type Opened, onPlace } from './onPlace.ts';

/** Fewer than the transfers that a node has at once. */
const LANES = 6;

interface Copy {
  owner: DataKeyOwner;
  checkId: string;
  position: number;
  bytes: Uint8Array;
}

/** Copies objects with their rows, erases their cases, and tries to open the copies with all keys that are left. */
export async function openedAfterErasure(
  place: Place,
  ids: readonly string[],
  erase: (id: string) => Promise<void>,
): Promise<{ copies: number; openedBefore: number; opened: number; left: number }> {
  const copies = await onPlace(place, 0, (opened) => copiesOf(opened, ids));
  const openedBefore = await onPlace(place, 0, async ({ vault }) => countOpened(vault, copies));
  await inLanes(ids.length, LANES, (index) => erase(ids[index]!));
  return await onPlace(place, 0, async (opened) => {
    while (await deleteUnused(opened));
    const erased = new Set(ids);
    const left = (await namesIn(place.store)).filter(({ case_id }) => erased.has(case_id)).length;
    return { copies: copies.length, openedBefore, opened: countOpened(opened.vault, copies), left };
  });
}

async function copiesOf({ db, pictures }: Opened, ids: readonly string[]): Promise<Copy[]> {
  const rows = await db
    .selectFrom('selfie_frames')
    .innerJoin('cases', 'cases.id', 'selfie_frames.case_id')
    .select(['cases.id', 'cases.data_key', 'check_id', 'position', 'object'])
    .where('selfie_frames.case_id', 'in', ids)
    .execute();
  const copies: Copy[] = [];
  await inLanes(rows.length, LANES, async (index) => {
    const { id, data_key, check_id, position, object } = rows[index]!;
    const bytes = await pictures.getSealed(id, object!);
    copies.push({ owner: { id, data_key }, checkId: check_id, position, bytes });
  });
  return copies;
}

function countOpened(vault: Vault, copies: readonly Copy[]): number {
  return copies.filter(({ owner, checkId, position, bytes }) => {
    try {
      vault.open(owner, purposes.frame(checkId, position), bytes);
      return true;
    } catch {
      return false; // what the proof is about: it cannot be opened
    }
  }).length;
}
