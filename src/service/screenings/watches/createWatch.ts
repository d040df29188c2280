import type { Kysely, Selectable } from 'kysely';
import { newId } from '../../../contract/ids.ts';
import type { Mode } from '../../../contract/mode.ts';
import type { CreateWatch } from '../../../contract/watch.ts';
import type { Subject } from '../../../screening/screening.ts';
import type { Database } from '../../db/schema.ts';
import type { AmlWatchesTable } from '../../db/screeningTables.ts';
import { amlWatches } from '../../db/store/amlWatches.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { findHits } from '../findHits.ts';
import type { Screened } from '../foundHit.ts';
import { storeScreening } from '../recordScreening.ts';
import type { ScreeningContext } from '../screeningContext.ts';
import { recordWatch, watchCipher } from './recordWatch.ts';

/**
 * Screens a subject without a case, now and whenever a list changes, until the watch is ended.
 * @param found the hits of the customer, where they were just looked up
 */
export async function createWatch(
  context: ScreeningContext,
  tx: Kysely<Database>,
  { mode, keyId, batchId }: { mode: Mode; keyId: string; batchId?: string },
  { person, organisation, clientReferenceId }: CreateWatch,
  found?: Screened,
): Promise<Selectable<AmlWatchesTable>> {
  const input = (organisation ? { organisation } : { person: person! }) satisfies Subject;
  const now = context.clock();
  const id = newId('watch', now.getTime());
  const data_key = await context.vault.newDataKey(id);
  const watch = await amlWatches.insert(tx, {
    id,
    mode,
    data_key,
    ...watchCipher(context.vault, { id, data_key }).seal(input, clientReferenceId ?? null),
    status: 'processing',
    created_at: now,
  });
  const isLoading = !found && context.lists.isLoading();
  const search = () => findHits(context, tx, { mode, customer: watch.reference_mark ?? id }, input);
  const screened = isLoading ? 'processing' : (found ?? (await search()));
  const of = { watchId: id, ...(batchId && { batchId }) };
  const subject = { mode, row: null, ...of, input: { ...input, clientReferenceId }, keyId };
  const screening = await storeScreening(context, tx, subject, screened);
  if (!isLoading) return await recordWatch(context, tx, watch, screening, { cause: 'screened' });
  await enqueue(context, tx, { kind: 'run_screening', row: null, subject: screening.id });
  return await amlWatches.update(tx, id, { screening_id: screening.id });
}
