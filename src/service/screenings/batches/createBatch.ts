import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import type { CreateBatch } from '../../../contract/batch.ts';
import { newId } from '../../../contract/ids.ts';
import { sizeLimits } from '../../../contract/limits.ts';
import type { Mode } from '../../../contract/mode.ts';
import {
  BatchError,
  type BatchFormat,
  type BatchRow,
  inputRows,
  possibleMatchThreshold,
} from '../../../screening/screening.ts';
import { ApiError } from '../../ApiError.ts';
import type { AmlBatchesTable } from '../../db/batchTables.ts';
import type { Database } from '../../db/schema.ts';
import { amlBatches } from '../../db/store/amlBatches.ts';
import { enqueue } from '../../jobs/jobs.ts';
import type { ScreeningContext } from '../screeningContext.ts';
import { batchCipher } from './batchCipher.ts';

/** Number of rows that are sealed and screened together. */
const ROWS_PER_PART = 50;
/** Number of parts stored by one statement. */
const PARTS_AT_ONCE = 10;

/**
 * Stores a file, sealed with its own key, and enqueues its screening.
 * @throws {ApiError} `rate_limited` while too many others are in progress.
 */
export async function createBatch(
  context: ScreeningContext,
  tx: Kysely<Database>,
  { mode, keyId }: { mode: Mode; keyId: string },
  { format, rows, watch }: ReadRows & Pick<CreateBatch, 'watch'>,
): Promise<Selectable<AmlBatchesTable>> {
  if ((await amlBatches.underWay(tx, mode)) >= sizeLimits.batchesAtOnce) {
    const detail = `${sizeLimits.batchesAtOnce} files are being screened already. Retry when one is done.`;
    throw new ApiError('rate_limited', { detail, headers: { 'Retry-After': '60' } });
  }
  const now = context.clock();
  const id = newId('batch', now.getTime());
  const batch = await amlBatches.insert(tx, {
    id,
    mode,
    status: 'processing',
    format,
    options: JSON.stringify({ watch: watch ?? null, keyId }),
    threshold: possibleMatchThreshold,
    total: rows.length,
    done: 0,
    bad: 0,
    with_hits: 0,
    data_key: await context.vault.newDataKey(id),
    created_at: now,
  });
  const cipher = batchCipher(context.vault, batch);
  const count = Math.ceil(rows.length / ROWS_PER_PART);
  for (let first = 0; first < count; first += PARTS_AT_ONCE) {
    const positions = Array.from({ length: Math.min(PARTS_AT_ONCE, count - first) }, (_, i) => first + i);
    const parts = positions.map((position) => {
      const part = rows.slice(position * ROWS_PER_PART, (position + 1) * ROWS_PER_PART);
      const sealed = cipher.seal('rows', position, part);
      return { batch_id: id, kind: 'rows' as const, position, rows: part.length, sealed };
    });
    await amlBatches.addParts(tx, parts);
    // The embedded database answers without returning to the event loop.
    await nextTurn();
  }
  await enqueue(context, tx, { kind: 'run_batch', row: null, subject: id });
  return batch;
}

/** The rows of an uploaded file. */
interface ReadRows {
  format: BatchFormat;
  rows: BatchRow[];
}

/**
 * Parses a file of people in the declared format; without one, as JSON lines if it starts with a brace.
 * @throws {ApiError} `validation_failed` if its header is wrong, or it has no rows or too many.
 */
export async function readRows(bytes: Uint8Array, { format: declared }: CreateBatch): Promise<ReadRows> {
  const format = declared ?? formatOf(bytes);
  const rows: BatchRow[] = [];
  try {
    for await (const row of inputRows(Readable.from(chunksOf(bytes)), format)) {
      rows.push(row);
      if (rows.length > sizeLimits.batchRows)
        throw refusal('too_long', `The file exceeds the limit of ${sizeLimits.batchRows} rows. Split it.`);
    }
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    throw refusal('batch_unreadable', UNREADABLE);
  }
  if (rows.length === 0) throw refusal('required', 'The file has no rows. Add one row for each person.');
  return { format, rows };
}

const CHUNK_BYTES = 64 * 1024;

/** Yields a chunk in each turn of the event loop, so that requests do not wait for the whole file. */
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    await nextTurn();
    yield Buffer.from(bytes.subarray(at, at + CHUNK_BYTES));
  }
}

const UNREADABLE =
  'The file cannot be read: it needs to be in UTF-8, and CSV needs a header with id and a name, each column once, and no others than id, givenName, middleName, familyName, fullName, nativeName, dateOfBirth, nationalities, countryOfBirth, organisation, countries, identifiers.';

function formatOf(bytes: Uint8Array): BatchFormat {
  return /^\ufeff?\s*\{/.test(Buffer.from(bytes.subarray(0, 1000)).toString()) ? 'jsonl' : 'csv';
}

function refusal(code: string, detail: string): ApiError {
  return new ApiError('validation_failed', { errors: [{ pointer: '#/file', code, detail }] });
}
