import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';
import { BatchError } from './batchError.ts';
import type { BatchFormat, BatchRow } from './batchRow.ts';
import { csvColumns } from './csvColumns.ts';

/**
 * The rows of a batch, of a file by its path or of a stream, in order; empty lines are none.
 * @throws {BatchError} if it is CSV whose header or quotes are wrong
 */
export async function* inputRows(
  input: string | NodeJS.ReadableStream,
  format: BatchFormat,
): AsyncGenerator<BatchRow> {
  const stream = typeof input === 'string' ? createReadStream(input) : input;
  if (typeof input === 'string') await once(stream, 'open');
  if (format === 'csv') return yield* csvRows(stream);
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line.trim() !== '') yield { text: line };
}

async function* csvRows(stream: NodeJS.ReadableStream): AsyncGenerator<BatchRow> {
  const parser = stream.pipe(parse({ bom: true, relax_column_count: true, skip_empty_lines: true }));
  stream.on('error', (error) => parser.destroy(error));
  let header: string[] | null = null;
  let rowOf: ReturnType<typeof csvColumns> | null = null;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!header || !rowOf) {
        header = cells;
        rowOf = csvColumns(header);
      } else if (cells.length === header.length) yield { text: JSON.stringify(rowOf(cells)) };
      else {
        const id = cells[header.indexOf('id')] ?? null;
        yield { id, error: `The row has ${cells.length} cells, the header ${header.length}` };
      }
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))) throw error;
    throw new BatchError(`The CSV can't be read: ${error.message}`);
  }
  if (!header) throw new BatchError('The file has no header.');
}
