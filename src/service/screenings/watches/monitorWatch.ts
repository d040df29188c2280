import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { AmlWatchesTable } from '../../db/screeningTables.ts';
import { amlScreenings } from '../../db/store/amlScreenings.ts';
import { amlWatches } from '../../db/store/amlWatches.ts';
import { compareHits, countsOf } from '../compareHits.ts';
import { findHits } from '../findHits.ts';
import { statusOfHits } from '../foundHit.ts';
import { recordRescreen } from '../recordRescreen.ts';
import { storeScreening } from '../recordScreening.ts';
import { screeningCipher } from '../screeningCipher.ts';
import type { ScreeningContext } from '../screeningContext.ts';
import type { ListsInUse } from '../screeningLists.ts';
import { recordWatch, watchCipher } from './recordWatch.ts';

/**
 * Screens who is watched against lists that changed, once for each dataset, and records it. Hits that are new, that a list
 * has changed, or that no list has any more, are told.
 */
export async function monitorWatch(
  context: ScreeningContext,
  tx: Kysely<Database>,
  id: string,
  lists: ListsInUse,
): Promise<void> {
  const watch = await amlWatches.lockById(tx, id);
  if (!watch || (watch.aml_dataset ?? 0) >= lists.number) return;
  if (watch.status !== 'processing' && (await screenAgain(context, tx, watch, lists))) return;
  // Its first screening is still to come, or a name of test mode is on no list.
  await amlWatches.update(tx, id, { aml_dataset: lists.number });
}

/** @returns whether they were screened against these lists */
async function screenAgain(
  context: ScreeningContext,
  tx: Kysely<Database>,
  watch: Selectable<AmlWatchesTable>,
  lists: ListsInUse,
): Promise<boolean> {
  const { version } = lists.index.dataset;
  const input = watchCipher(context.vault, watch.id).open(watch);
  const screened = await findHits(context, tx, watch.mode, input);
  if (screened.dataset?.version !== version) return false;
  const last = watch.screening_id
    ? await amlScreenings.findByKey(tx, { id: watch.screening_id, case_id: '' })
    : undefined;
  const changes = compareHits({
    before: last ? screeningCipher(context.vault, last.id, null).hits(last) : [],
    now: screened.hits,
    found: screened.found,
    delta: lists.delta?.since === watch.aml_dataset ? lists.delta : null,
    at: context.clock(),
  });
  await recordRescreen(context, tx, { subject: watch.id, version, changes });
  const { added, changed, ended, hits } = changes;
  if (added.length + changed.length + ended.length === 0 && watch.status !== 'unavailable') {
    const set = { aml_dataset: lists.number, aml_version: version, aml_screened_at: context.clock() };
    await amlWatches.update(tx, watch.id, set);
    return true;
  }
  const whole = { ...screened, hits, status: statusOfHits(hits) };
  const { mode, id: watchId } = watch;
  const screening = await storeScreening(context, tx, { mode, row: null, watchId, input }, whole);
  await recordWatch(context, tx, watch, screening, { cause: 'rescreened', more: countsOf(changes) });
  return true;
}
