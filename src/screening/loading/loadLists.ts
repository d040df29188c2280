import { Worker } from 'node:worker_threads';
import { opened, type ScreeningIndex } from '../index/screeningIndex.ts';
import { ListError } from '../lists/ListError.ts';
import type { IndexOptions } from './indexLists.ts';
import type { LoadMessage } from './worker.ts';

/**
 * Reads every list in the directories (searched recursively, formats detected from the files) into an index, in a
 * thread of its own: the caller continues to serve from its current index.
 * @throws ListError if a directory is missing or holds no list, or a file is damaged.
 */
export function loadLists(directories: string[], options: IndexOptions = {}): Promise<ScreeningIndex> {
  const { saved, log, onProgress } = options;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { directories, saved },
  });
  return new Promise((resolve, reject) => {
    worker.on('message', (message: LoadMessage) => {
      if ('log' in message) log?.(message.log);
      else if ('progress' in message) onProgress?.(message.progress);
      else if ('refused' in message) {
        const { code, refused, path, lists } = message;
        reject(new ListError(code, refused, { file: path === null ? null : { path }, lists }));
      } else resolve(opened(message.dataset, message.layout, message.buffer));
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new ListError('list_damaged', 'Loading the lists was cut short')));
  });
}
