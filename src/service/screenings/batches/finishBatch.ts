import type { Kysely, Selectable } from 'kysely';
import type { AmlBatchesTable } from '../../db/batchTables.ts';
import type { Database } from '../../db/schema.ts';
import { amlBatches } from '../../db/store/amlBatches.ts';
import type { ScreeningContext } from '../ScreeningContext.ts';

const DAY_MS = 86_400_000;

/** Ends a batch: the rows go at once, the answers by the retention of details, after a day at the earliest. */
export async function finishBatch(
  { clock, config }: ScreeningContext,
  tx: Kysely<Database>,
  { id }: Selectable<AmlBatchesTable>,
  status: 'completed' | 'failed',
): Promise<void> {
  const now = clock();
  const days = Math.max(config.retention.detailsDays, 1);
  await amlBatches.deleteParts(tx, id, 'rows');
  const expires_at = new Date(now.getTime() + days * DAY_MS);
  await amlBatches.update(tx, id, { status, completed_at: now, expires_at });
}
