import type { Kysely, Selectable } from 'kysely';
import { newId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import type { Mode } from '../../../contract/mode.ts';
import { possibleMatchThreshold } from '../../../screening/screening.ts';
import { ApiError } from '../../apiError.ts';
import type { AmlBatchesTable } from '../../db/batchTables.ts';
import type { Database } from '../../db/schema.ts';
import { amlBatches } from '../../db/store/amlBatches.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { ScreeningContext } from '../ScreeningContext.ts';
import { batchCipher } from './batchCipher.ts';
import type { ReadRows } from './readRows.ts';

/** Rows that are sealed, and answered, together. */
const ROWS_PER_PART = 50;

/**
 * Keeps a file, sealed with a key of its own, and has it screened.
 * @throws {ApiError} `rate_limited` while too many others are under way.
 */
export async function createBatch(
  context: ScreeningContext,
  tx: Kysely<Database>,
  mode: Mode,
  { format, rows }: ReadRows,
): Promise<Selectable<AmlBatchesTable>> {
  if ((await amlBatches.underWay(tx, mode)) >= limits.batchesAtOnce) {
    const detail = `${limits.batchesAtOnce} files are being screened already.`;
    throw new ApiError('rate_limited', { detail, headers: { 'Retry-After': '60' } });
  }
  const now = context.clock();
  const id = newId('batch', now.getTime());
  const batch = await amlBatches.insert(tx, {
    id,
    mode,
    status: 'processing',
    format,
    options: JSON.stringify({}),
    threshold: possibleMatchThreshold,
    total: rows.length,
    done: 0,
    bad: 0,
    with_hits: 0,
    data_key: context.vault.newDataKey(id),
    created_at: now,
  });
  const box = batchCipher(context.vault, batch);
  for (let start = 0; start < rows.length; start += ROWS_PER_PART) {
    const part = rows.slice(start, start + ROWS_PER_PART);
    const position = start / ROWS_PER_PART;
    const sealed = box.seal('rows', position, part);
    await amlBatches.addPart(tx, { batch_id: id, kind: 'rows', position, rows: part.length, sealed });
  }
  await enqueue(context, tx, { kind: 'run_batch', row: null, subject: id });
  return batch;
}
