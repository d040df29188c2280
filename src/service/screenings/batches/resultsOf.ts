import type { Selectable } from 'kysely';
import { answerColumns, answerText, type BatchFormat } from '../../../screening/screening.ts';
import type { AmlBatchesTable } from '../../db/batchTables.ts';
import { amlBatches } from '../../db/store/amlBatches.ts';
import type { ScreeningContext } from '../ScreeningContext.ts';
import { batchCipher } from './batchCipher.ts';

/** The answers of a batch as text, part by part as they are read: a file may be larger than the memory for it. */
export function resultsOf(
  { db, vault }: ScreeningContext,
  batch: Selectable<AmlBatchesTable>,
  format: BatchFormat,
): ReadableStream<Uint8Array> {
  const box = batchCipher(vault, batch);
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
      const lines = box.open('answers', part).map((answer) => answerText(answer, stamp, format));
      controller.enqueue(encoder.encode(lines.join('')));
    },
  });
}
