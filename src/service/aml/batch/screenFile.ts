import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import type { ScreenOptions } from '../screen.ts';
import type { WorkerData } from './worker.ts';

const rowsAtOnce = 250;

export interface FileOptions extends ScreenOptions {
  /** Called after every few hundred rows with the number of rows written so far. */
  onProgress?: (rows: number) => void;
}

/**
 * Screens a file of people, JSON lines, of any length, on all cores; the answers keep the order of the
 * questions. The output appears under its name when it is whole.
 * @returns the number of rows
 */
export async function screenFile(
  index: ScreeningIndex,
  input: string,
  output: string,
  options: FileOptions = {},
): Promise<number> {
  const { onProgress, ...screening } = options;
  const unfinished = `${output}.part`;
  const out = await open(unfinished, 'w');
  const workers = Array.from({ length: Math.min(8, availableParallelism()) }, () =>
    started(index, screening),
  );
  try {
    const rows = await pipe(workers, input, out, onProgress);
    await rename(unfinished, output);
    return rows;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await Promise.all([out.close(), ...workers.map((worker) => worker.terminate())]);
  }
}

function started(index: ScreeningIndex, options: ScreenOptions): Worker {
  const { dataset, layout, buffer } = index;
  const workerData: WorkerData = { dataset, layout, buffer, options };
  return new Worker(new URL('./worker.ts', import.meta.url), { workerData });
}

/** Deals batches out in turn and writes the answers in the same turn: order without bookkeeping. */
async function pipe(
  workers: Worker[],
  input: string,
  out: FileHandle,
  onProgress: FileOptions['onProgress'],
): Promise<number> {
  const asked: Promise<string[]>[] = [];
  let dealt = 0;
  let rows = 0;
  const write = async (answers: string[]) => {
    await out.appendFile(`${answers.join('\n')}\n`);
    rows += answers.length;
    onProgress?.(rows);
  };
  try {
    for await (const batch of batches(input)) {
      asked.push(ask(workers[dealt % workers.length]!, batch));
      dealt += 1;
      if (asked.length > 2 * workers.length) await write(await asked.shift()!);
    }
    while (asked.length > 0) await write(await asked.shift()!);
    return rows;
  } catch (error) {
    await Promise.allSettled(asked);
    throw error;
  }
}

async function* batches(input: string): AsyncGenerator<string[]> {
  const stream = createReadStream(input);
  await once(stream, 'open');
  let batch: string[] = [];
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    batch.push(line);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A worker answers in the order it was asked, so that the next message not yet claimed is the answer. */
function ask(worker: Worker, rows: string[]): Promise<string[]> {
  const queue = waiting.get(worker) ?? listening(worker);
  return new Promise((resolve, reject) => {
    queue.push({ resolve, reject });
    worker.postMessage(rows);
  });
}

interface Waiting {
  resolve: (answers: string[]) => void;
  reject: (error: Error) => void;
}

const waiting = new WeakMap<Worker, Waiting[]>();

function listening(worker: Worker): Waiting[] {
  const queue: Waiting[] = [];
  waiting.set(worker, queue);
  worker.on('message', (answers: string[]) => queue.shift()?.resolve(answers));
  worker.on('error', (error) => {
    for (const { reject } of queue.splice(0)) reject(error as Error);
  });
  return queue;
}
