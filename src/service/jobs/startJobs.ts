import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction } from '../db/inTransaction.ts';
import { jobs } from '../db/store/jobs.ts';
import type { Deps } from '../deps.ts';
import { createSweep } from './createSweep.ts';
import type { Job } from './job.ts';
import { runners } from './runners.ts';

/** A job whose process died is taken over after this time. */
const LEASE_MS = 60_000;
/** How often the loop looks by itself; work of this process wakes it at once. */
const LOOK_EVERY_MS = 1000;
const RETRY_MS = [1000, 5000, 30_000, 60_000];

/** Background work, in any number of processes on one database. */
export interface Jobs {
  /** Does all that is due by now. */
  tick(): Promise<void>;
  /** Finishes the job under way and takes no more. */
  stop(): Promise<void>;
}

/** Starts the loop that does the jobs. */
export function startJobs(deps: Deps): Jobs {
  const sweep = createSweep(deps);
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;

  const work = async () => {
    do {
      again = false;
      await sweep();
      // The embedded database answers within one turn of the event loop: requests would wait for all jobs.
      while (!stopped && (await runNext(deps))) await nextTurn();
    } while (again && !stopped);
  };
  const tick = async (): Promise<void> => {
    again = true;
    running ??= work().finally(() => {
      running = null;
    });
    await running;
  };
  const look = () => {
    if (stopped) return;
    tick().catch((error) =>
      deps.log.error('jobs failed', { error: error instanceof Error ? error.name : '' }),
    );
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  deps.bells.jobs.listen(look);
  return {
    tick,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      deps.bells.jobs.listen(null);
      await running?.catch(() => {});
    },
  };
}

/** @returns whether there was one to do. */
async function runNext(deps: Deps): Promise<boolean> {
  const now = deps.clock();
  const job = await jobs.claim(deps.db, now, new Date(now.getTime() + LEASE_MS));
  if (!job) return false;
  try {
    const effect = await runners[job.kind as keyof typeof runners](deps, job);
    await inTransaction(deps, async (tx) => {
      const next = await effect(tx);
      await (next ? jobs.postpone(tx, job.id, next.again) : jobs.remove(tx, job.id));
    });
  } catch (error) {
    await giveBack(deps, job, error);
  }
  return true;
}

async function giveBack(deps: Deps, { id, kind, subject, attempt }: Job, error: unknown): Promise<void> {
  const waits = RETRY_MS[Math.min(attempt, RETRY_MS.length) - 1] ?? 0;
  const name = error instanceof Error ? error.name : typeof error;
  deps.log.error('job failed', { kind, subject, attempt, error: name });
  await jobs.postpone(deps.db, id, new Date(deps.clock().getTime() + waits));
}
