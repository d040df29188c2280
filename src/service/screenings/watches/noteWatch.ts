import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { AmlScreeningsTable, AmlWatchesTable } from '../../db/screeningTables.ts';
import { amlDatasets } from '../../db/store/amlDatasets.ts';
import { amlWatches } from '../../db/store/amlWatches.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { ScreeningContext } from '../ScreeningContext.ts';
import { tellScreening } from '../tellScreening.ts';
import { watchCipher } from './watchCipher.ts';

type Row = Selectable<AmlWatchesTable>;

export interface NotedWatch {
  cause: 'screened' | 'rescreened' | 'resolved';
  /** What more there is to tell. */
  more?: Record<string, unknown>;
}

/** Notes a screening at its watch as the newest one, and tells of it. */
export async function noteWatch(
  context: ScreeningContext,
  tx: Kysely<Database>,
  watch: Row,
  screening: Selectable<AmlScreeningsTable>,
  { cause, more }: NotedWatch,
): Promise<Row> {
  const { id, status, dataset, completed_at } = screening;
  const number = dataset && (await amlDatasets.numberOf(tx, dataset.version));
  const newest = number === null ? undefined : await amlDatasets.newestVersion(tx);
  if (newest && number !== null && newest.number > number && cause === 'screened')
    await enqueue(context, tx, { kind: 'monitor_cases', row: null, subject: newest.version });
  const isScreened = cause !== 'resolved' && dataset;
  const noted = await amlWatches.update(tx, watch.id, {
    status,
    screening_id: id,
    ...(isScreened && { aml_version: dataset.version, aml_screened_at: completed_at, aml_dataset: number }),
  });
  await tellScreening(context, tx, null, screening, {
    type: cause === 'screened' ? 'completed' : 'updated',
    more: {
      ...more,
      watchId: watch.id,
      clientReferenceId: watchCipher(context.vault, watch.id).reference(watch),
    },
  });
  return noted;
}
