import { parentPort, workerData } from 'node:worker_threads';
import type { ColumnLayout, Dataset } from '../index/screeningIndex.ts';
import { ListError, type ListProblemCode } from '../lists/ListError.ts';
import { type EachLoaded, type EachOptions, indexEach } from './indexEach.ts';
import { indexLists } from './indexLists.ts';
import type { ReadProgress } from './readLists.ts';

/** The messages of the worker thread. The last one is the index or an error. */
export type LoadMessage =
  | { log: string }
  | { progress: ReadProgress }
  | { refused: string; code: ListProblemCode; path: string | null; lists: readonly string[] }
  | LoadedMessage;

/** The index, and with `each` what became of each list. */
export interface LoadedMessage extends Pick<EachLoaded, 'refusals' | 'units'> {
  dataset: Dataset;
  layout: ColumnLayout[];
  buffer: SharedArrayBuffer;
}

/** The input of the thread; with `each`, lists are refused one by one. */
export interface LoadWork {
  directories: string[];
  saved: string | undefined;
  each: Pick<EachOptions, 'kept' | 'refused' | 'known' | 'consents'> | null;
}

const { directories, saved, each } = workerData as LoadWork;

function say(message: LoadMessage): void {
  parentPort?.postMessage(message);
}

try {
  const options = {
    saved,
    log: (log: string) => say({ log }),
    onProgress: (progress: ReadProgress) => say({ progress }),
  };
  const { index, refusals, units } = each
    ? await indexEach(directories, { ...options, ...each })
    : { index: await indexLists(directories, options), refusals: [], units: [] };
  const { dataset, layout, buffer } = index;
  say({ dataset, layout, buffer, refusals, units });
} catch (error) {
  if (!(error instanceof ListError)) throw error;
  const { message, code, file, lists } = error;
  say({ refused: message, code, path: file?.path ?? null, lists });
}
