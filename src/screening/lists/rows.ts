import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { ListError } from './ListError.ts';
import type { ListFile } from './listFile.ts';

export interface RowOptions {
  delimiter?: string;
  /** Maximum number of lines of one row. A quote left open for longer damages only its own line. */
  maxLines?: number;
  onDamaged: (line: number, why: string) => void;
}

/**
 * The rows of a CSV file, streamed in batches. A row that csv-parse rejects is reported and skipped; its neighbours are
 * still read.
 */
export async function* rows(file: ListFile, options: RowOptions): AsyncGenerator<string[]> {
  const { delimiter = ',', maxLines = 1, onDamaged } = options;
  let batch: string[] = [];
  let start = 1;
  for await (const record of records(file, maxLines)) {
    if (batch.length === 0) start = record.line;
    batch.push(record.text);
    if (batch.length < 500) continue;
    yield* parsed(batch, start, delimiter, onDamaged);
    batch = [];
  }
  yield* parsed(batch, start, delimiter, onDamaged);
}

/** Joins lines while a quote is open. */
async function* records(file: ListFile, maxLines: number): AsyncGenerator<{ text: string; line: number }> {
  let open: string[] = [];
  let number = 0;
  for await (const line of lines(file)) {
    number += 1;
    if (open.length === 0 && !oddQuotes(line)) {
      if (line.trim() && line !== '\u001a') yield { text: line, line: number };
      continue;
    }
    open.push(line);
    const joined = open.join('\n');
    if (!oddQuotes(joined)) {
      yield { text: joined, line: number - open.length + 1 };
      open = [];
    } else if (open.length >= maxLines) {
      for (const [i, text] of open.entries()) yield { text, line: number - open.length + 1 + i };
      open = [];
    }
  }
  for (const [i, text] of open.entries()) yield { text, line: number - open.length + 1 + i };
}

function oddQuotes(text: string): boolean {
  let odd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) odd = !odd;
  return odd;
}

function parsed(
  batch: string[],
  start: number,
  delimiter: string,
  onDamaged: RowOptions['onDamaged'],
): string[][] {
  try {
    return csv(batch.join('\n'), delimiter);
  } catch {
    // One of these rows is damaged: the rows are read one by one.
    return batch.flatMap((text, i) => {
      try {
        return csv(text, delimiter);
      } catch (error) {
        onDamaged(start + i, (error as Error).message);
        return [];
      }
    });
  }
}

function csv(text: string, delimiter: string): string[][] {
  return parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true, trim: false });
}

/** Maximum length of a line in characters, a hundred times that of an entry in the largest lists. */
const MAX_LINE = 16 * 2 ** 20;

/**
 * Streams the decoded lines of a text file, without line ends.
 * @throws ListError `list_damaged` if a line exceeds `MAX_LINE`
 */
export async function* lines(file: ListFile): AsyncGenerator<string> {
  const decoder = new TextDecoder(file.encoding);
  let rest = '';
  for await (const chunk of createReadStream(file.path, { highWaterMark: 1 << 18 })) {
    const parts = (rest + decoder.decode(chunk as Buffer, { stream: true })).split(/\r?\n/);
    rest = parts.pop() ?? '';
    if (rest.length > MAX_LINE)
      throw new ListError('list_damaged', `${file.path} has a line that is too long to be read`);
    yield* parts;
  }
  rest += decoder.decode();
  if (rest) yield rest;
}

/**
 * Adds a row to the group of its entity. The groups stay in the order of their last rows: the last group contains the
 * end of the file.
 */
export function addRow<T>(groups: Map<string, T[]>, id: string, row: T): void {
  const group = groups.get(id) ?? [];
  group.push(row);
  groups.delete(id);
  groups.set(id, group);
}
