import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { possibleMatchThreshold } from '../search/possibleMatchThreshold.ts';
import type { ScreenOptions } from '../search/screen.ts';
import { answerColumns } from './answerText.ts';
import { BatchFile, type BatchProgress } from './BatchFile.ts';
import type { BatchRow } from './batchRow.ts';
import { formatOf } from './formatOf.ts';
import { inputRows } from './inputRows.ts';
import type { WorkerAnswer, WorkerData } from './worker.ts';

const rowsAtOnce = 250;

export interface FileOptions extends ScreenOptions {
  /** Called after every few hundred rows with the number of rows written so far. */
  onProgress?: ((rows: number) => void) | undefined;
  /** Called with what is wrong with a row that can't be screened. */
  onBadRow?: ((error: string) => void) | undefined;
  /** Called if an earlier run was ended before its end, with the rows that need not be done again. */
  onResume?: ((rows: number) => void) | undefined;
}

/**
 * Screens a file of people and organisations of any length, JSON lines or CSV by their endings, on all cores; the answers
 * keep the order of the questions. The output appears under its name when it is whole; a run that was killed is gone on
 * with if the input, the lists and the options are still the same.
 * @returns how many rows there were, and how many were bad
 * @throws {BatchError} if the header of a CSV is wrong
 */
export async function screenFile(
  index: ScreeningIndex,
  input: string,
  output: string,
  { onProgress, onBadRow, onResume, ...options }: FileOptions = {},
): Promise<BatchProgress> {
  const format = formatOf(output);
  const dataset = index.dataset.version;
  const file = await BatchFile.open(output, { input, dataset, options: [format, formatOf(input), options] });
  const stamp = { dataset, threshold: possibleMatchThreshold };
  const workers: Worker[] = [];
  try {
    if (file.progress.rows > 0) onResume?.(file.progress.rows);
    else if (format === 'csv') await file.append(`${answerColumns.join(',')}\r\n`, { rows: 0, bad: 0 });
    const { layout, buffer } = index;
    const workerData: WorkerData = { dataset: index.dataset, layout, buffer, options, stamp, format };
    for (let i = Math.min(8, availableParallelism()); i > 0; i--)
      workers.push(new Worker(new URL('./worker.ts', import.meta.url), { workerData }));
    await pipe(workers, batches(input, file.progress.rows), file, { onProgress, onBadRow });
    await file.finish();
    return file.progress;
  } catch (error) {
    if (file.progress.rows === 0) await file.discard();
    throw error;
  } finally {
    await Promise.all([file.close(), ...workers.map((worker) => worker.terminate())]);
  }
}

/** Deals batches out in turn and writes the answers in the same turn: order without bookkeeping. */
async function pipe(
  workers: Worker[],
  input: AsyncIterable<BatchRow[]>,
  file: BatchFile,
  { onProgress, onBadRow }: Pick<FileOptions, 'onProgress' | 'onBadRow'>,
): Promise<void> {
  const asked: { rows: number; answer: Promise<WorkerAnswer> }[] = [];
  let dealt = 0;
  const write = async () => {
    const { rows, answer } = asked.shift()!;
    const { text, errors } = await answer;
    await file.append(text, { rows, bad: errors.length });
    for (const error of errors) onBadRow?.(error);
    onProgress?.(file.progress.rows);
  };
  try {
    for await (const batch of input) {
      asked.push({ rows: batch.length, answer: ask(workers[dealt % workers.length]!, batch) });
      dealt += 1;
      if (asked.length > 2 * workers.length) await write();
    }
    while (asked.length > 0) await write();
  } catch (error) {
    await Promise.allSettled(asked.map(({ answer }) => answer));
    throw error;
  }
}

async function* batches(input: string, done: number): AsyncGenerator<BatchRow[]> {
  let batch: BatchRow[] = [];
  let number = 0;
  for await (const row of inputRows(input, formatOf(input))) {
    number += 1;
    if (number <= done) continue;
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A worker answers in the order it was asked, so that the next message not yet claimed is the answer. */
function ask(worker: Worker, rows: BatchRow[]): Promise<WorkerAnswer> {
  const queue = waiting.get(worker) ?? listening(worker);
  return new Promise((resolve, reject) => {
    queue.push({ resolve, reject });
    worker.postMessage(rows);
  });
}

interface Waiting {
  resolve: (answer: WorkerAnswer) => void;
  reject: (error: Error) => void;
}

const waiting = new WeakMap<Worker, Waiting[]>();

function listening(worker: Worker): Waiting[] {
  const queue: Waiting[] = [];
  waiting.set(worker, queue);
  worker.on('message', (answer: WorkerAnswer) => queue.shift()?.resolve(answer));
  worker.on('error', (error) => {
    for (const { reject } of queue.splice(0)) reject(error as Error);
  });
  return queue;
}
