import type { Kysely } from 'kysely';
import type { CaseRow } from '../cases/changeCase.ts';
import { moveCase } from '../cases/moveCase.ts';
import { readDetails } from '../cases/readDetails.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { cases } from '../db/store/cases.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import type { Deps } from '../deps.ts';
import { findHits } from './findHits.ts';
import type { FoundHit } from './foundHit.ts';
import { noteScreening } from './noteScreening.ts';
import { personOf } from './personOf.ts';
import { screeningBox } from './screeningBox.ts';
import type { ListsInUse } from './screeningLists.ts';
import { storeScreening } from './storeScreening.ts';

/**
 * Screens the person of a case against lists that changed, once for each dataset. A hit that nobody knew of is told,
 * and takes an approved case back to a reviewer.
 */
export async function monitorCase(deps: Deps, id: string, lists: ListsInUse): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const row = await cases.lockById(tx, id);
    if (!row?.data_key || (row.aml_dataset ?? 0) >= lists.number) return;
    const isNews = await screenAgain(deps, tx, row, lists);
    if (!isNews) await cases.update(tx, id, { aml_dataset: lists.number });
  });
}

/** @returns whether there was something to tell, and it is noted */
async function screenAgain(
  deps: Deps,
  tx: Kysely<Database>,
  row: CaseRow,
  lists: ListsInUse,
): Promise<boolean> {
  // Its own screening is still to come, and takes the lists of its time.
  const isOpen = row.status === 'requires_input' || row.status === 'processing';
  if (isOpen && (row.facts.aml === 'none' || row.facts.aml === 'unavailable')) return false;
  const details = await personalDetails.find(tx, row.id);
  if (!details) return false;
  const input = { person: personOf(readDetails(deps.vault, row, details)) };
  const screened = await findHits(deps, tx, row.mode, input);
  // A name that forces its hits in test mode is on no list.
  if (screened.dataset?.version !== lists.index.dataset.version) return false;
  const fresh = await freshHits(deps, tx, row, { hits: screened.hits, lists });
  if (fresh.length === 0 && row.facts.aml !== 'unavailable') return false;
  const screening = await storeScreening(deps, tx, { mode: row.mode, row, input }, screened);
  const { amlGivenUp } = row.facts;
  const noted = await noteScreening(deps, tx, row, screening, { type: 'updated', amlGivenUp });
  if (fresh.length > 0 && row.status === 'approved') {
    await moveCase(deps, tx, noted, { to: 'in_review', by: 'monitoring', reasons: ['aml_possible_match'] });
  }
  return true;
}

/** The hits on entries that are new or changed, and that nobody has ruled out. */
async function freshHits(
  deps: Deps,
  tx: Kysely<Database>,
  row: CaseRow,
  { hits, lists: { delta } }: { hits: FoundHit[]; lists: ListsInUse },
): Promise<FoundHit[]> {
  const { id } = row.checks.aml;
  const last = id ? await amlScreenings.findById(tx, id) : undefined;
  const before = last ? screeningBox(deps.vault, last.id, row).hits(last) : [];
  const known = new Set(before.map((hit) => `${hit.id} ${hit.contentHash}`));
  const changed = delta !== null && delta.since === row.aml_dataset ? delta.entities : null;
  return hits.filter(
    (hit) =>
      hit.resolution !== 'false_positive' &&
      !known.has(`${hit.id} ${hit.contentHash}`) &&
      (changed === null || changed.has(hit.id)),
  );
}
