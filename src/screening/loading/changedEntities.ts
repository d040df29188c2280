import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ScreeningIndex } from '../index/screeningIndex.ts';

/** The parts of an index that a worker needs. The buffer is shared, not copied. */
export type IndexParts = Pick<ScreeningIndex, 'dataset' | 'layout' | 'buffer'>;

/**
 * Finds the ids of the entities that are new or changed, in a worker thread.
 * @param signal ends the thread
 */
export async function changedEntities(
  before: ScreeningIndex,
  after: ScreeningIndex,
  signal?: AbortSignal,
): Promise<Set<string>> {
  signal?.throwIfAborted();
  const workerData = [before, after].map(({ dataset, layout, buffer }) => ({ dataset, layout, buffer }));
  const worker = new Worker(new URL('./changesWorker.ts', import.meta.url), { workerData });
  try {
    const ended = once(worker, 'exit').then(() => {
      throw new Error('The comparison of lists ended unexpectedly');
    });
    const [ids] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [string[]];
    return new Set(ids);
  } finally {
    await worker.terminate();
  }
}
