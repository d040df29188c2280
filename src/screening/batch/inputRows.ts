import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { countryCode } from '../lists/countryCode.ts';
import { BatchError, type BatchFormat, type BatchRow } from './screenRow.ts';

/**
 * The rows of a batch in order, read from a stream or from a file by its path. Empty lines are skipped.
 * @throws {BatchError} if the text is not UTF-8, or if it is CSV with a wrong header or wrong quotes
 */
export async function* inputRows(
  input: string | NodeJS.ReadableStream,
  format: BatchFormat,
): AsyncGenerator<BatchRow> {
  const bytes = typeof input === 'string' ? createReadStream(input) : input;
  if (typeof input === 'string') await once(bytes, 'open');
  const stream = Readable.from(decoded(bytes));
  if (format === 'csv') return yield* csvRows(stream);
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line.trim() !== '') yield { text: line };
}

/** Decodes the file as UTF-8 and refuses other encodings: replaced letters would hide a listed name. */
async function* decoded(bytes: NodeJS.ReadableStream): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) {
      const text = decoder.decode(Buffer.from(chunk), { stream: true });
      if (text !== '') yield text;
    }
    decoder.decode();
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new BatchError('The file is not in UTF-8. Save it in UTF-8 and try again.');
  }
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
    throw new BatchError(`The CSV cannot be read: ${error.message}`);
  }
  if (!header) throw new BatchError('The file has no header.');
}

type Fields = Record<string, unknown>;

/** The columns of a batch, with the subject's field that each one fills. */
const columns: Record<string, { of: 'person' | 'organisation' | 'both'; field: string; isList?: boolean }> = {
  givenName: { of: 'person', field: 'givenName' },
  middleName: { of: 'person', field: 'middleName' },
  familyName: { of: 'person', field: 'familyName' },
  fullName: { of: 'person', field: 'fullName' },
  nativeName: { of: 'person', field: 'nativeName' },
  dateOfBirth: { of: 'person', field: 'dateOfBirth' },
  nationalities: { of: 'person', field: 'nationalities', isList: true },
  countryOfBirth: { of: 'person', field: 'countryOfBirth' },
  organisation: { of: 'organisation', field: 'name' },
  countries: { of: 'organisation', field: 'countries', isList: true },
  identifiers: { of: 'both', field: 'identifiers', isList: true },
};

const names = ['givenName', 'familyName', 'fullName', 'nativeName', 'organisation'];

/**
 * Checks the header of a batch in CSV. The columns are `id` and the fields of a person; `organisation` is the name of
 * an organisation, with `countries`. Several values in a cell are separated by semicolons; an identifier is `number`,
 * `country:number`, `type:number` or `country:type:number`.
 * @returns a function that turns the cells of a row into `{id, person}` or `{id, organisation}`
 * @throws {BatchError} if a column is unknown or occurs twice, or if `id` or every name column is missing
 */
function csvColumns(header: readonly string[]): (cells: readonly string[]) => Fields {
  const columnNames = header.map((name) => name.trim());
  const allowed = ['id', ...Object.keys(columns)];
  const unknown = columnNames.filter((name) => !allowed.includes(name));
  if (unknown.length > 0)
    throw new BatchError(`The columns ${unknown.join(', ')} are unknown. Use ${allowed.join(', ')}.`);
  const twice = columnNames.filter((name, i) => columnNames.indexOf(name) !== i);
  if (twice.length > 0) throw new BatchError(`The column ${twice[0]} occurs twice. Remove one.`);
  if (!columnNames.includes('id')) throw new BatchError('The column id is missing. Add it.');
  if (!columnNames.some((name) => names.includes(name)))
    throw new BatchError(`A column with a name is missing: one of ${names.join(', ')}.`);
  return (cells) => rowOf(columnNames, cells);
}

function rowOf(header: readonly string[], cells: readonly string[]): Fields {
  const row = new Map(
    header.map((name, i) => [name, cells[i]?.trim() ?? '']).filter(([, cell]) => cell) as [string, string][],
  );
  const kind = row.has('organisation') ? 'organisation' : 'person';
  const subject: Fields = {};
  const refused: string[] = [];
  for (const [name, cell] of row) {
    const column = columns[name];
    if (!column) continue;
    if (column.of !== 'both' && column.of !== kind) refused.push(name);
    else if (column.field === 'identifiers') subject['identifiers'] = listOf(cell).map(identifierOf);
    else subject[column.field] = column.isList ? listOf(cell) : cell;
  }
  const id = row.get('id');
  if (refused.length > 0)
    return {
      id,
      error: `${kind === 'person' ? 'a person' : 'an organisation'} has no ${refused.join(' and no ')}`,
    };
  return { id, [kind]: subject };
}

function listOf(cell: string): string[] {
  return cell
    .split(';')
    .map((text) => text.trim())
    .filter(Boolean);
}

/** `number`, `country:number`, `type:number` or `country:type:number`. */
function identifierOf(text: string): Fields {
  const parts = text.split(':').map((part) => part.trim());
  const country = parts.length > 1 && countryCode(parts[0]!) ? parts.shift() : undefined;
  const type = parts.length > 1 ? parts.shift() : undefined;
  return { number: parts.join(':'), ...(country ? { country } : {}), ...(type ? { type } : {}) };
}
