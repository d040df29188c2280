import { amlDatasets } from '../db/store/amlDatasets.ts';
import type { JobRunner } from '../jobs/job.ts';
import { versionOf } from './enqueueMonitoring.ts';
import { type BatchEnd, monitorBatch } from './monitorBatch.ts';
import type { ScreeningContext } from './ScreeningContext.ts';

/** How long one run goes on, then rests for everything else to have its turn. */
const TURN_MS = 1000;
const REST_MS = 100;
/** How soon to look whether another node has done what it holds. */
const HELD_MS = 1000;
const LOOK_AGAIN_MS = 10_000;

/**
 * The job that screens open and approved cases, and who is watched without one, against a new dataset, by its version;
 * several nodes may do so at once. Each case remembers the number of the dataset it was screened against, so that the
 * work goes on wherever it was left, in any process.
 */
export const monitorCases: JobRunner<ScreeningContext> = async (context, { subject }) => {
  const version = versionOf(subject);
  const current = context.lists.inUse();
  const isOurs = current?.index.dataset.version === version;
  const turnEnds = performance.now() + TURN_MS;
  let end: BatchEnd = isOurs ? 'more' : 'done';
  while (end === 'more' && performance.now() < turnEnds && context.lists.inUse() === current)
    end = await monitorBatch(context, current!);
  const again = (ms: number) => ({ again: new Date(context.clock().getTime() + ms) });
  return async (tx) => {
    if (isOurs) return end === 'done' ? undefined : again(end === 'held' ? HELD_MS : REST_MS);
    // Another process has these lists, and this one not yet or not any more.
    const isNewest = (await amlDatasets.numberOf(tx, version)) === (await amlDatasets.newest(tx));
    return isNewest ? again(LOOK_AGAIN_MS) : undefined;
  };
};
