import { setImmediate as nextTurn } from 'node:timers/promises';
import { jobs as store } from '../db/store/jobs.ts';
import type { Deps } from '../deps.ts';
import { fault } from '../fault.ts';
import type { Lane } from '../jobs/lanes.ts';
import { jobLane } from './jobLane.ts';
import { LeaseLoop } from './LeaseLoop.ts';
import { prepareSweeps } from './prepareSweeps.ts';

/** Background work, in any number of processes on one database. */
export interface Jobs {
  /** Does all that is due by now, and what follows from it. */
  tick(): Promise<void>;
  /** Takes no more on, and finishes what is under way. */
  stop(): Promise<void>;
}

/** Longer than any job takes: it is not cut off, since the process ends before. */
const DRAIN_MS = 60_000;

/** Starts the loops that do the jobs, one for each lane. */
export function startJobs(deps: Deps): Jobs {
  const places: Record<Lane, number> = {
    selfies: deps.config.workerLanes,
    screening: 2,
    monitoring: 1,
    sweeps: 1,
  };
  const loops = Object.entries(places).map(
    ([lane, places]) => new LeaseLoop(jobLane(deps, lane as Lane, places), deps.log),
  );
  const pollAll = () => {
    for (const loop of loops) loop.poll();
  };
  // Not before the caller has resumed: the embedded database answers without returning to the event loop.
  const begin = nextTurn()
    .then(() => prepare(deps))
    .then(pollAll);
  deps.wake.jobs.listen(pollAll);
  return {
    tick: async () => {
      await begin;
      for (let isBusy = true; isBusy; ) {
        isBusy = false;
        for (const loop of loops) isBusy = (await loop.drain()) || isBusy;
      }
    },
    stop: async () => {
      deps.wake.jobs.listen(null);
      await begin;
      await Promise.all(loops.map((loop) => loop.stop(DRAIN_MS)));
    },
  };
}

async function prepare(deps: Deps): Promise<void> {
  try {
    // The embedded database has one process: what is leased there was leased by one that died.
    if (deps.config.databaseUrl === null && !deps.state.hasJobs) await store.releaseAll(deps.db);
    deps.state.hasJobs = true;
    await prepareSweeps(deps);
  } catch (error) {
    deps.log.error('jobs not prepared', fault(error));
  }
}
