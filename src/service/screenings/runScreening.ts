import type { Kysely } from 'kysely';
import type { CaseRow } from '../cases/caseRow.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { cases } from '../db/store/cases.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { readDetails } from '../details/readDetails.ts';
import type { JobRunner } from '../jobs/jobs.ts';
import { completeScreening } from './completeScreening.ts';
import { customerOf } from './customerOf.ts';
import { findHits } from './findHits.ts';
import { personOf } from './personOf.ts';
import { countsOfSearch, emitScreeningEvent } from './recordScreening.ts';
import { type ScreeningInput, screeningCipher, screeningOwner } from './screeningCipher.ts';
import type { ScreeningContext } from './screeningContext.ts';
import { screeningSearch } from './screeningSearch.ts';
import { recordWatch } from './watches/recordWatch.ts';

const LOOK_AGAIN_MS = 1000;

/** The job for a screening that was answered with `processing`. Runs once the lists are loaded. */
export const runScreening: JobRunner<ScreeningContext> =
  async (context, { subject, case_id }) =>
  async (tx) => {
    const now = context.clock();
    if (context.lists.isLoading()) return { again: new Date(now.getTime() + LOOK_AGAIN_MS) };
    const pending = await amlScreenings.findByKey(tx, { id: subject, case_id });
    if (pending?.status !== 'processing') return undefined;
    const row = pending.case_id ? ((await cases.lockById(tx, pending.case_id)) ?? null) : null;
    if (pending.case_id && !row?.data_key) return undefined;
    const cipher = screeningCipher(context.vault, subject, screeningOwner(pending, row));
    const input = cipher.input(pending);
    const result = await findHits(context, tx, { mode: pending.mode, customer: customerOf(pending) }, input);
    const { status, dataset, hits, thresholds } = result;
    const screening = await amlScreenings.update(tx, pending, {
      status,
      dataset: dataset && JSON.stringify(dataset),
      sealed_hits: cipher.seal('hits', hits),
      criteria: JSON.stringify({ ...pending.criteria, thresholds }),
      ...countsOfSearch(result),
      completed_at: now,
    });
    await screeningSearch.index(context.vault, tx, screening, hits);
    if (pending.watch_id) {
      const watch = await amlWatches.lockById(tx, pending.watch_id);
      if (watch) await recordWatch(context, tx, watch, screening, { cause: 'screened' });
      return undefined;
    }
    const isCurrent = row !== null && (await isOf(context, tx, row, input));
    if (row === null || isCurrent) await completeScreening(context, tx, row, screening, input);
    else await emitScreeningEvent(context, tx, row, screening, { type: 'completed' });
    return undefined;
  };

/** Whether a screening still fits the person of its case: the details may have changed since. */
async function isOf(
  { vault }: ScreeningContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { person }: ScreeningInput,
): Promise<boolean> {
  const details = await personalDetails.find(tx, row.id);
  if (!details) return false;
  return JSON.stringify(personOf(readDetails(vault, row, details))) === JSON.stringify(person);
}
