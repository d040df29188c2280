import type { Selectable } from 'kysely';
import type { Batch } from '../../../contract/batch.ts';
import { answerColumns, answerText, type BatchFormat, type RowResult } from '../../../screening/screening.ts';
import type { AmlBatchesTable } from '../../db/batchTables.ts';
import { amlBatches } from '../../db/store/amlBatches.ts';
import type { ScreeningContext } from '../screeningContext.ts';
import { batchCipher } from './batchCipher.ts';

/** A batch with its progress. */
export function viewBatch(row: Selectable<AmlBatchesTable>): Batch {
  return {
    id: row.id,
    object: 'aml_batch',
    mode: row.mode,
    status: row.status,
    format: row.format,
    rows: {
      total: row.total,
      done: row.done,
      bad: row.bad,
      withHits: row.with_hits,
      notComparable: row.not_comparable,
      newAlerts: row.new_alerts,
    },
    datasetVersion: row.dataset,
    threshold: row.threshold,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

/** The results of a batch as text, streamed part by part: the file may not fit into memory. */
export function resultsOf(
  { db, vault }: ScreeningContext,
  batch: Selectable<AmlBatchesTable>,
  { format, only }: { format: BatchFormat; only?: 'changes' | undefined },
): ReadableStream<Uint8Array> {
  const cipher = batchCipher(vault, batch);
  const stamp = { dataset: batch.dataset ?? '', threshold: batch.threshold };
  const encoder = new TextEncoder();
  let position = 0;
  return new ReadableStream({
    start(controller) {
      if (format === 'csv') controller.enqueue(encoder.encode(`${answerColumns.join(',')}\r\n`));
    },
    async pull(controller) {
      const part = await amlBatches.part(db, batch.id, 'answers', position);
      if (!part) return controller.close();
      position += 1;
      const answers = cipher.open('answers', part).filter((answer) => only === undefined || isChange(answer));
      const lines = answers.map((answer) => answerText(answer, stamp, format));
      controller.enqueue(encoder.encode(lines.join('')));
    },
  });
}

/** Whether somebody has to look at a row: its alert is not the one of the customer's newest screening, or it is unreadable. */
function isChange({ alert, error }: RowResult): boolean {
  return error !== undefined || (alert != null && alert.change !== null && alert.change !== 'unchanged');
}
