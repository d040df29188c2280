import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ScreeningIndex } from '../index/screeningIndex.ts';

/** The parts of an index that a worker needs. The buffer is shared, not copied. */
export type IndexParts = Pick<ScreeningIndex, 'dataset' | 'layout' | 'buffer'>;

/** Finds the ids of the entities that are new or changed, in a worker thread. */
export async function changedEntities(before: ScreeningIndex, after: ScreeningIndex): Promise<Set<string>> {
  const workerData = [before, after].map(({ dataset, layout, buffer }) => ({ dataset, layout, buffer }));
  const worker = new Worker(new URL('./changesWorker.ts', import.meta.url), { workerData });
  const [ids] = (await once(worker, 'message')) as [string[]];
  return new Set(ids);
}
