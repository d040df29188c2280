import { Worker } from 'node:worker_threads';
import { opened, type ScreeningIndex } from '../index/screeningIndex.ts';
import { ListError } from '../lists/ListError.ts';
import type { IndexOptions } from './indexLists.ts';
import type { LoadMessage } from './worker.ts';

/**
 * Memory limit for reading lists, in MB. 52 MB of XML from the United Nations take 300 MB. A list that needs more is
 * refused; without the limit the process would run out of memory.
 */
const MAX_MEMORY_MB = 2048;

/**
 * Reads every list in the directories (searched recursively, formats detected from the files) into an index, in a
 * worker thread. The caller can continue to use its current index.
 * @param options.maxMemoryMb memory limit for reading; 2048 by default
 * @param options.signal ends the thread
 * @throws ListError if a directory is missing or holds no list, a file is damaged, or reading exceeds the memory limit
 */
export async function loadLists(
  directories: string[],
  options: IndexOptions & { maxMemoryMb?: number; signal?: AbortSignal } = {},
): Promise<ScreeningIndex> {
  const { saved, log, onProgress, maxMemoryMb = MAX_MEMORY_MB, signal } = options;
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { directories, saved },
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  const end = () => void worker.terminate();
  signal?.addEventListener('abort', end, { once: true });
  const loaded = new Promise<ScreeningIndex>((resolve, reject) => {
    worker.on('message', (message: LoadMessage) => {
      if ('log' in message) log?.(message.log);
      else if ('progress' in message) onProgress?.(message.progress);
      else if ('refused' in message) {
        const { code, refused, path, lists } = message;
        reject(new ListError(code, refused, { file: path === null ? null : { path }, lists }));
      } else resolve(opened(message.dataset, message.layout, message.buffer));
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
