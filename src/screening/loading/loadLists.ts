import { Worker } from 'node:worker_threads';
import { opened, type ScreeningIndex } from '../index/screeningIndex.ts';
import { ListError } from '../lists/ListError.ts';
import type { EachLoaded, EachOptions } from './indexEach.ts';
import type { IndexOptions } from './indexLists.ts';
import type { LoadedMessage, LoadMessage, LoadWork } from './worker.ts';

/**
 * Memory limit for reading lists, in MB. 52 MB of XML from the United Nations take 300 MB. A list that needs more is
 * refused; without the limit the process would run out of memory.
 */
const MAX_MEMORY_MB = 2048;

interface ThreadOptions {
  /** Memory limit for reading; 2048 by default. */
  maxMemoryMb?: number;
  /** Ends the thread. */
  signal?: AbortSignal;
}

/**
 * Reads every list in the directories (searched recursively, formats detected from the files) into an index, in a
 * worker thread. The caller can continue to use its current index.
 * @throws ListError if a directory is missing or holds no list, a file is damaged, or reading exceeds the memory limit
 */
export async function loadLists(
  directories: string[],
  options: IndexOptions & ThreadOptions = {},
): Promise<ScreeningIndex> {
  const work = { directories, saved: options.saved, each: null };
  const { dataset, layout, buffer } = await loadInThread(work, options);
  return opened(dataset, layout, buffer);
}

/** The same as `indexEach`, in a worker thread. */
export async function loadEach(
  directories: readonly string[],
  options: EachOptions & ThreadOptions,
): Promise<EachLoaded> {
  const { saved, kept, refused = [], known = [], consents = [] } = options;
  const work = { directories: [...directories], saved, each: { kept, refused, known, consents } };
  const { dataset, layout, buffer, refusals, units } = await loadInThread(work, options);
  return { index: opened(dataset, layout, buffer), refusals, units };
}

async function loadInThread(
  work: LoadWork,
  { log, onProgress, maxMemoryMb = MAX_MEMORY_MB, signal }: IndexOptions & ThreadOptions,
): Promise<LoadedMessage> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  const end = () => void worker.terminate();
  signal?.addEventListener('abort', end, { once: true });
  const loaded = new Promise<LoadedMessage>((resolve, reject) => {
    worker.on('message', (message: LoadMessage) => {
      if ('log' in message) log?.(message.log);
      else if ('progress' in message) onProgress?.(message.progress);
      else if ('refused' in message) {
        const { code, refused, path, lists } = message;
        reject(new ListError(code, refused, { file: path === null ? null : { path }, lists }));
      } else resolve(message);
    });
    worker.on('error', (error) => {
      const isTooLarge = (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
      const detail = `Loading the lists took more than ${maxMemoryMb} MB of memory`;
      reject(isTooLarge ? new ListError('list_damaged', detail, { cause: error }) : error);
    });
    worker.on('exit', () =>
      reject(signal?.reason ?? new ListError('list_damaged', 'Loading the lists ended unexpectedly')),
    );
  });
  return loaded.finally(() => signal?.removeEventListener('abort', end));
}
