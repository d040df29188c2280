import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { possibleMatchThreshold } from '../search/finding.ts';
import type { ScreenOptions } from '../search/screen.ts';
import { inputRows } from './inputRows.ts';
import { answerColumns, type BatchFormat, type BatchRow } from './screenRow.ts';
import type { WorkerAnswer, WorkerData } from './worker.ts';

const rowsAtOnce = 250;

export interface FileOptions extends ScreenOptions {
  /** Called after every few hundred rows with the number of rows written so far. */
  onProgress?: ((rows: number) => void) | undefined;
  /** Called with the error of each row that cannot be screened. */
  onBadRow?: ((error: string) => void) | undefined;
  /** Called if an interrupted run is resumed, with the number of rows that are already done. */
  onResume?: ((rows: number) => void) | undefined;
}

/**
 * Screens a file of people and organisations of any length on all cores. The file name extension selects JSON lines or
 * CSV. The results keep the order of the rows. The output appears under its name when it is complete. An interrupted
 * run is resumed if the input, the lists and the options are unchanged.
 * @returns the number of rows, and of invalid rows
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

/**
 * Distributes batches to the workers round-robin and awaits the answers in the same order, so that the output keeps the
 * order of the rows.
 */
async function pipe(
  workers: Worker[],
  input: AsyncIterable<BatchRow[]>,
  file: BatchFile,
  { onProgress, onBadRow }: Pick<FileOptions, 'onProgress' | 'onBadRow'>,
): Promise<void> {
  const pending: { rows: number; answer: Promise<WorkerAnswer> }[] = [];
  let dealt = 0;
  const write = async () => {
    const { rows, answer } = pending.shift()!;
    const { text, errors } = await answer;
    await file.append(text, { rows, bad: errors.length });
    for (const error of errors) onBadRow?.(error);
    onProgress?.(file.progress.rows);
  };
  try {
    for await (const batch of input) {
      pending.push({ rows: batch.length, answer: send(workers[dealt % workers.length]!, batch) });
      dealt += 1;
      if (pending.length > 2 * workers.length) await write();
    }
    while (pending.length > 0) await write();
  } catch (error) {
    await Promise.allSettled(pending.map(({ answer }) => answer));
    throw error;
  }
}

async function* batches(input: string, skipped: number): AsyncGenerator<BatchRow[]> {
  let batch: BatchRow[] = [];
  let number = 0;
  for await (const row of inputRows(input, formatOf(input))) {
    number += 1;
    if (number <= skipped) continue;
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * A worker answers in the order of its requests: the next message that no earlier request has claimed is the answer.
 */
function send(worker: Worker, rows: BatchRow[]): Promise<WorkerAnswer> {
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

/** The progress of a batch. */
interface BatchProgress {
  /** Rows of the input that are answered, and how many of them were invalid. */
  rows: number;
  bad: number;
}

/** Identifies input, lists and options of a batch: a run is resumed only with an identical plan. */
export interface BatchPlan {
  input: string;
  dataset: string;
  options: unknown;
}

/**
 * The output of a batch. It is written to a temporary file next to the target, together with a record of the progress,
 * and renamed to the target at the end. An interrupted batch is resumed from the record.
 */
class BatchFile {
  readonly #path: string;
  readonly #plan: string;
  #file: FileHandle | null = null;
  #bytes = 0;
  progress: BatchProgress = { rows: 0, bad: 0 };

  private constructor(path: string, plan: string) {
    this.#path = path;
    this.#plan = plan;
  }

  /** Opens the output: at the end of an interrupted run with the same plan, else empty. */
  static async open(path: string, plan: BatchPlan): Promise<BatchFile> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(plan.input)) hash.update(chunk as Buffer);
    hash.update(JSON.stringify([plan.dataset, plan.options]));
    const batch = new BatchFile(path, hash.digest('hex'));
    await batch.#open();
    return batch;
  }

  get #part(): string {
    return `${this.#path}.part`;
  }

  get #note(): string {
    return `${this.#path}.part.json`;
  }

  async #open(): Promise<void> {
    // Without a note, or without its file, the batch starts at its first row.
    const note = await readFile(this.#note, 'utf8').then(JSON.parse, () => null);
    const partFile = note?.plan === this.#plan ? await open(this.#part, 'r+').catch(() => null) : null;
    if (partFile && (await partFile.stat()).size >= note.bytes) {
      await partFile.truncate(note.bytes);
      this.#file = partFile;
      this.#bytes = note.bytes;
      this.progress = { rows: note.rows, bad: note.bad };
      return;
    }
    await partFile?.close();
    await rm(this.#note, { force: true });
    this.#file = await open(this.#part, 'w');
  }

  /** Appends the results of some rows. */
  async append(text: string, { rows, bad }: BatchProgress): Promise<void> {
    const bytes = Buffer.from(text);
    await this.#file!.write(bytes, 0, bytes.length, this.#bytes);
    this.#bytes += bytes.length;
    this.progress = { rows: this.progress.rows + rows, bad: this.progress.bad + bad };
    const next = `${this.#note}.next`;
    await writeFile(next, JSON.stringify({ plan: this.#plan, bytes: this.#bytes, ...this.progress }));
    await rename(next, this.#note);
  }

  /** Renames the output to its target. */
  async finish(): Promise<void> {
    await this.close();
    await rename(this.#part, this.#path);
    await rm(this.#note, { force: true });
  }

  /** Deletes the output if no run can resume it. */
  async discard(): Promise<void> {
    await this.close();
    await Promise.all([this.#part, this.#note].map((path) => rm(path, { force: true })));
  }

  /** Closes the file and keeps it for the next run. */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}

/** The format by the file name extension: CSV, else JSON lines. */
function formatOf(path: string): BatchFormat {
  return /\.csv$/i.test(path) ? 'csv' : 'jsonl';
}
