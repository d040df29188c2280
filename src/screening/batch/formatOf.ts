import type { BatchFormat } from './batchRow.ts';

/** CSV by its ending, else JSON lines. */
export function formatOf(path: string): BatchFormat {
  return /\.csv$/i.test(path) ? 'csv' : 'jsonl';
}
