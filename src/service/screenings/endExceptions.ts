import { type Kysely, sql } from 'kysely';
import { purposes } from '../crypto/purposes.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { amlDatasets } from '../db/store/amlDatasets.ts';
import { hitResolutions } from '../db/store/hitResolutions.ts';
import type { HitSnapshot } from './foundHit.ts';
import { enqueueMonitoring } from './monitorCases.ts';
import type { ScreeningContext } from './screeningContext.ts';
import { screeningSearch } from './screeningSearch.ts';

const BATCH = 50;

/**
 * Ends expired exceptions. Every monitored subject with a hit on one of these entities is screened again, against the
 * same lists, so that the hit opens.
 * @returns whether more are left.
 */
export async function endExceptions(context: ScreeningContext): Promise<boolean> {
  return await inTransaction(context, async (tx) => {
    const expired = await hitResolutions.takeEnded(tx, context.clock(), BATCH);
    for (const { key, mode, entity } of expired) {
      const text = context.vault.openShared(purposes.hitEntity(key), entity).toString();
      const { ids } = JSON.parse(text) as HitSnapshot;
      const marks = ids.map((id) => screeningSearch.markOf(context.vault, mode, id));
      await screenAgain(tx, marks);
    }
    const newest = expired.length > 0 ? await amlDatasets.newestVersion(tx) : undefined;
    if (newest) await enqueueMonitoring(context, tx, newest.version);
    return expired.length === BATCH;
  });
}

/** Marks subjects with a hit on some entities as due, as if they had not been screened against the current lists. */
async function screenAgain(tx: Kysely<Database>, marks: readonly string[]): Promise<void> {
  await sql`update cases set aml_dataset = null where is_monitored and id in (
    select case_id from aml_screening_entities where mark in (${sql.join(marks)}))`.execute(tx);
  await sql`update aml_watches set aml_dataset = null where id in (
    select watch_id from aml_screenings where watch_id is not null and id in (
      select screening_id from aml_screening_entities where mark in (${sql.join(marks)})))`.execute(tx);
}
