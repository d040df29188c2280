import { parentPort, workerData } from 'node:worker_threads';
import type { ColumnLayout, Dataset } from '../index/screeningIndex.ts';
import { ListError, type ListProblemCode } from '../lists/ListError.ts';
import { indexLists } from './indexLists.ts';
import type { ReadProgress } from './readLists.ts';

/** The messages of the worker thread. The last one is the index or an error. */
export type LoadMessage =
  | { log: string }
  | { progress: ReadProgress }
  | { refused: string; code: ListProblemCode; path: string | null; lists: readonly string[] }
  | { dataset: Dataset; layout: ColumnLayout[]; buffer: SharedArrayBuffer };

const { directories, saved } = workerData as { directories: string[]; saved?: string };

function say(message: LoadMessage): void {
  parentPort?.postMessage(message);
}

try {
  const { dataset, layout, buffer } = await indexLists(directories, {
    saved,
    log: (log) => say({ log }),
    onProgress: (progress) => say({ progress }),
  });
  say({ dataset, layout, buffer });
} catch (error) {
  if (!(error instanceof ListError)) throw error;
  const { message, code, file, lists } = error;
  say({ refused: message, code, path: file?.path ?? null, lists });
}
