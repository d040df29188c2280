import type { ScreeningIndex } from '../index/screeningIndex.ts';
import type { Hit } from '../search/hit.ts';
import { type ScreenOptions, screen } from '../search/screen.ts';
import type { BatchRow } from './batchRow.ts';
import { subjectOf } from './subjectOf.ts';

/** What a row came to: its hits, best first, or why it could not be screened. */
export interface Answer {
  id: string | number | null;
  hits: Hit[];
  error?: string;
}

/** Answers one row of a batch. */
export function screenRow(index: ScreeningIndex, row: BatchRow, options: ScreenOptions): Answer {
  let id: Answer['id'] = 'error' in row ? row.id : null;
  try {
    if ('error' in row) throw new Error(row.error);
    const fields = parsed(row.text);
    if (typeof fields['id'] !== 'string' && typeof fields['id'] !== 'number')
      throw new Error('The row has no id');
    id = fields['id'];
    if (typeof fields['error'] === 'string') throw new Error(fields['error']);
    return { id, hits: screen(index, subjectOf(fields), options) };
  } catch (error) {
    return { id, hits: [], error: (error as Error).message };
  }
}

function parsed(line: string): Record<string, unknown> {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new Error('The row is not JSON');
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw new Error('The row is not an object {id, person} or {id, organisation}');
  return row as Record<string, unknown>;
}
