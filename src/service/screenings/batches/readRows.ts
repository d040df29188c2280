import { Readable } from 'node:stream';
import type { CreateBatch } from '../../../contract/batch.ts';
import { limits } from '../../../contract/limits.ts';
import { BatchError, type BatchFormat, type BatchRow, inputRows } from '../../../screening/screening.ts';
import { ApiError } from '../../apiError.ts';

/** The rows of a file that was sent. */
export interface ReadRows {
  format: BatchFormat;
  rows: BatchRow[];
}

/**
 * Reads a file of people: what its format is called, else JSON lines where it begins with a brace.
 * @throws {ApiError} `validation_failed` if its header is wrong, or it has no rows or too many.
 */
export async function readRows(bytes: Uint8Array, { format: given }: CreateBatch): Promise<ReadRows> {
  const format = given ?? formatOf(bytes);
  const rows: BatchRow[] = [];
  try {
    for await (const row of inputRows(Readable.from([Buffer.from(bytes)]), format)) {
      rows.push(row);
      if (rows.length > limits.batchRows)
        throw refusal('too_long', `A file may have ${limits.batchRows} rows.`);
    }
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    throw refusal('batch_unreadable', UNREADABLE);
  }
  if (rows.length === 0) throw refusal('required', 'The file has no rows.');
  return { format, rows };
}

const UNREADABLE =
  'The CSV can’t be read: it needs a header with id and a name, each column once, and no others than id, givenName, middleName, familyName, fullName, nativeName, dateOfBirth, nationalities, countryOfBirth, organisation, countries, identifiers.';

function formatOf(bytes: Uint8Array): BatchFormat {
  return /^\ufeff?\s*\{/.test(Buffer.from(bytes.subarray(0, 1000)).toString()) ? 'jsonl' : 'csv';
}

function refusal(code: string, detail: string): ApiError {
  return new ApiError('validation_failed', { errors: [{ pointer: '#/file', code, detail }] });
}
