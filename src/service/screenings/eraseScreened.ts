import type { Kysely, Selectable } from 'kysely';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { AmlBatchesTable } from '../db/batchTables.ts';
import { destroyKeys } from '../db/destroyKeys.ts';
import type { Database } from '../db/schema.ts';
import type { AmlScreeningsTable, AmlWatchesTable } from '../db/screeningTables.ts';
import { amlBatches } from '../db/store/amlBatches.ts';
import { amlRescreens, amlScreenings } from '../db/store/amlScreenings.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { hitDecisions } from '../db/store/hitDecisions.ts';
import { hitResolutions } from '../db/store/hitResolutions.ts';
import { idempotencyKeys } from '../db/store/idempotencyKeys.ts';
import { quarantine } from '../db/store/quarantine.ts';
import { screeningEntities } from '../db/store/screeningEntities.ts';
import type { ScreeningContext } from './screeningContext.ts';

type Tx = Kysely<Database>;

/** The actor and the request, for the audit log. */
interface AuditedActor {
  caller: { keyId: string };
  requestId: string;
}

/** Erases screened people without a case, but no confirmed match. The audit log keeps one line for each. */
export const eraseScreened = {
  /**
   * A watch, with its screenings and resolutions.
   * @throws {ApiError} `confirmed_match_kept`
   */
  watch: async (context: ScreeningContext, tx: Tx, watch: Selectable<AmlWatchesTable>, by: AuditedActor) => {
    if (await amlScreenings.isWatchConfirmed(tx, watch.id)) throw new ApiError('confirmed_match_kept', KEPT);
    const screenings = await amlScreenings.deleteOfWatch(tx, watch.id);
    await amlWatches.delete(tx, watch.id);
    await quarantine.forget(tx, watch.id);
    await amlRescreens.deleteOf(tx, watch.id);
    await forget(
      tx,
      watch.id,
      screenings.map(({ id }) => id),
    );
    await idempotencyKeys.forgetAnswers(tx, [watch.id]);
    await destroyKeys(context, tx, [watch, ...screenings]);
    await writeAudit(context, tx, { row: watch, ...by, action: 'erase watch' });
  },

  /** @throws {ApiError} `screening_owned` if it belongs to a case, or to an existing watch; `confirmed_match_kept`. */
  screening: async (
    context: ScreeningContext,
    tx: Tx,
    screening: Selectable<AmlScreeningsTable>,
    by: AuditedActor,
  ) => {
    const { id, mode, case_id, watch_id, data_key } = screening;
    if (case_id)
      throw new ApiError('screening_owned', { detail: 'The screening belongs to a case. Erase the case.' });
    const watch = watch_id === null ? undefined : await amlWatches.find(tx, mode, watch_id);
    if (watch)
      throw new ApiError('screening_owned', { detail: 'The screening belongs to a watch. Erase the watch.' });
    if (screening.status === 'confirmed_match') throw new ApiError('confirmed_match_kept', KEPT);
    await amlScreenings.delete(tx, id);
    await forget(tx, id, [id]);
    await destroyKeys(context, tx, [{ id, data_key }]);
    await writeAudit(context, tx, { row: screening, ...by, action: 'erase screening' });
  },

  /** A batch, finished or in progress, with its results and the alerts of its rows, but no confirmed match. */
  batch: async (context: ScreeningContext, tx: Tx, batch: Selectable<AmlBatchesTable>, by: AuditedActor) => {
    const screenings = await amlScreenings.deleteOfBatch(tx, batch.id);
    await amlBatches.delete(tx, batch.id);
    for (const { id } of screenings) await forget(tx, id, [id]);
    await idempotencyKeys.forgetAnswers(tx, [batch.id]);
    await destroyKeys(context, tx, [batch, ...screenings]);
    await writeAudit(context, tx, { row: batch, ...by, action: 'erase batch' });
  },
};

const KEPT = {
  detail:
    'A confirmed match is erased when its retention as evidence ends. If it is no match, two people have to reverse it first.',
};

async function forget(tx: Tx, subject: string, screeningIds: readonly string[]): Promise<void> {
  await hitDecisions.empty(tx, subject);
  await screeningEntities.deleteOf(tx, screeningIds);
  await hitResolutions.deleteOfScreenings(tx, screeningIds);
  await idempotencyKeys.forgetAnswers(tx, screeningIds);
}
