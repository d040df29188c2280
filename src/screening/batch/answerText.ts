import type { BatchFormat } from './batchRow.ts';
import type { Answer } from './screenRow.ts';

/** What every row of the output states: the dataset it was screened against, and the score from which a hit is a possible match. */
export interface AnswerStamp {
  dataset: string;
  threshold: number;
}

/** The columns of an answer in CSV: one line per hit, best first; a row without any has one with empty columns. */
export const answerColumns = [
  'id',
  'hitId',
  'score',
  'strength',
  'name',
  'kind',
  'lists',
  'topics',
  'birthDates',
  'countries',
  'programmes',
  'sourceUrl',
  'dataset',
  'threshold',
  'error',
] as const;

/** The answer to one row, in lines of the output. */
export function answerText({ id, hits, error }: Answer, stamp: AnswerStamp, format: BatchFormat): string {
  if (format === 'jsonl') return `${JSON.stringify({ id, hits, ...(error ? { error } : {}), ...stamp })}\n`;
  const rest = [stamp.dataset, stamp.threshold, error ?? ''];
  if (hits.length === 0) return line([id ?? '', ...Array(answerColumns.length - 4).fill(''), ...rest]);
  return hits
    .map((hit) => {
      const { name, kind, birthDates, countries, programmes, sourceUrl } = hit.entity;
      const cells = [id ?? '', hit.id, hit.score, hit.strength, name, kind, hit.lists, hit.topics];
      return line([...cells, birthDates, countries, programmes, sourceUrl ?? '', ...rest]);
    })
    .join('');
}

function line(cells: readonly (string | number | readonly string[])[]): string {
  return `${cells.map((cell) => quoted(Array.isArray(cell) ? cell.join(';') : String(cell))).join(',')}\r\n`;
}

/** RFC 4180. */
function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
