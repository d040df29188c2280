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
  /** Called with the problem of a row that cannot be screened. */
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

/** A worker answers in the order it was asked, so that the next message not yet claimed is the answer. */
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

/** How far a batch has come. */
interface BatchProgress {
  /** Rows of the input that are answered, and how many of those were bad. */
  rows: number;
  bad: number;
}

/** Identifies input, lists and options of a batch: only a run of the same plan is resumed. */
export interface BatchPlan {
  input: string;
  dataset: string;
  options: unknown;
}

/**
 * The output of a batch. It grows in a file beside its place, with a note of how far it is whole, and comes to its place
 * when it is done: a batch that was killed goes on from the note.
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

  /** Opens the output at the end of an interrupted run of the same plan, or an empty one. */
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

  /** Writes the answers to some rows. */
  async append(text: string, { rows, bad }: BatchProgress): Promise<void> {
    const bytes = Buffer.from(text);
    await this.#file!.write(bytes, 0, bytes.length, this.#bytes);
    this.#bytes += bytes.length;
    this.progress = { rows: this.progress.rows + rows, bad: this.progress.bad + bad };
    const next = `${this.#note}.next`;
    await writeFile(next, JSON.stringify({ plan: this.#plan, bytes: this.#bytes, ...this.progress }));
    await rename(next, this.#note);
  }

  /** Brings the output to its place. */
  async finish(): Promise<void> {
    await this.close();
    await rename(this.#part, this.#path);
    await rm(this.#note, { force: true });
  }

  /** Deletes the output if it cannot be continued. */
  async discard(): Promise<void> {
    await this.close();
    await Promise.all([this.#part, this.#note].map((path) => rm(path, { force: true })));
  }

  /** Closes the file; the output stays for the next run. */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}

/** CSV by its ending, else JSON lines. */
function formatOf(path: string): BatchFormat {
  return /\.csv$/i.test(path) ? 'csv' : 'jsonl';
}
