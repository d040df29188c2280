import { setImmediate as nextTurn } from 'node:timers/promises';
import { amlDatasets } from '../db/store/amlDatasets.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { cases } from '../db/store/cases.ts';
import type { JobRunner } from '../jobs/job.ts';
import { monitorCase } from './monitorCase.ts';
import type { ScreeningContext } from './ScreeningContext.ts';
import { monitorWatch } from './watches/monitorWatch.ts';

/** How long one run goes on, then rests for everything else to have its turn, and how many cases it asks for at once. */
const TURN_MS = 1000;
const REST_MS = 100;
const BATCH = 50;
const LOOK_AGAIN_MS = 10_000;

/**
 * The job that screens open and approved cases, and who is watched without one, against a new dataset, by its version. Each remembers the number
 * of the dataset it was screened against, so that the work goes on wherever it was left, in any process.
 */
export const monitorCases: JobRunner<ScreeningContext> = async (context, { subject }) => {
  const current = context.lists.inUse();
  const isOurs = current?.index.dataset.version === subject;
  const turnEnds = performance.now() + TURN_MS;
  let left = isOurs;
  while (left && performance.now() < turnEnds && context.lists.inUse() === current) {
    const ids = await cases.toMonitor(context.db, current!.number, BATCH);
    const watched = ids.length > 0 ? [] : await amlWatches.toMonitor(context.db, current!.number, BATCH);
    for (const { id } of [...ids, ...watched]) {
      await (ids.length > 0 ? monitorCase : monitorWatch)(context, id, current!);
      // The embedded database answers within one turn of the event loop: requests would wait for all cases.
      await nextTurn();
    }
    left = ids.length + watched.length > 0;
  }
  const again = (ms: number) => ({ again: new Date(context.clock().getTime() + ms) });
  return async (tx) => {
    if (isOurs) return left ? again(REST_MS) : undefined;
    // Another process has these lists, and this one not yet or not any more.
    const isNewest = (await amlDatasets.numberOf(tx, subject)) === (await amlDatasets.newest(tx));
    return isNewest ? again(LOOK_AGAIN_MS) : undefined;
  };
};
