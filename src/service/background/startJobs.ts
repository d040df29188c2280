import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction } from '../db/inTransaction.ts';
import { jobs } from '../db/store/jobs.ts';
import type { Deps } from '../deps.ts';
import type { Job, JobKind, JobQueue } from '../jobs/jobs.ts';
import { errorForLog } from '../log.ts';
import { inSpan } from '../telemetry/tracing.ts';
import { LEASE_MS, type LeasedWork, LeaseLoop } from './LeaseLoop.ts';
import { runners } from './runners.ts';
import { prepareSweeps } from './sweeps.ts';

/** Background work, in any number of processes on one database. */
export interface Jobs {
  /** Runs all due jobs, and those that they enqueue. */
  tick(): Promise<void>;
  /** Claims no more jobs, and finishes running ones. */
  stop(): Promise<void>;
}

/** Longer than any job takes: a job is not aborted, since the process ends first. */
const DRAIN_MS = 60_000;

/** Starts one loop of jobs for each queue. */
export function startJobs(deps: Deps): Jobs {
  const concurrency: Record<JobQueue, number> = {
    cpu: deps.config.workerLanes,
    cases: 2,
    batches: 1,
    sweeps: 1,
  };
  const loops = Object.entries(concurrency).map(
    ([queue, concurrency]) => new LeaseLoop(jobQueue(deps, queue as JobQueue, concurrency), deps.log),
  );
  const pollAll = () => {
    for (const loop of loops) loop.poll();
  };
  // After the caller has resumed: the embedded database answers without returning to the event loop.
  const begin = nextTurn()
    .then(() => prepare(deps))
    .then(pollAll);
  const unlisten = deps.wake.jobs.listen(pollAll);
  return {
    tick: async () => {
      await begin;
      for (let isBusy = true; isBusy; ) {
        isBusy = false;
        for (const loop of loops) isBusy = (await loop.drain()) || isBusy;
      }
    },
    stop: async () => {
      unlisten();
      await begin;
      await Promise.all(loops.map((loop) => loop.stop(DRAIN_MS)));
    },
  };
}

async function prepare(deps: Deps): Promise<void> {
  try {
    // The embedded database has one process: a lease found at the start belongs to a dead one.
    if (deps.config.databaseUrl === null && !deps.state.hasJobs) await jobs.releaseAll(deps.db);
    deps.state.hasJobs = true;
    await prepareSweeps(deps);
  } catch (error) {
    deps.log.error('jobs not prepared', errorForLog(error));
  }
}

const RETRY_MS = [1000, 5000, 30_000, 60_000];

/** The jobs of one queue, as leased work. */
function jobQueue(deps: Deps, queue: JobQueue, concurrency: number): LeasedWork<Job> {
  const lease = () => new Date(deps.clock().getTime() + LEASE_MS);
  const isAlone = deps.config.databaseUrl === null;
  return {
    name: queue,
    concurrency,
    claim: (limit) =>
      jobs.claim(deps.db, { queue, now: deps.clock(), leasedUntil: lease(), claim: randomUUID(), limit }),
    renew: (work) =>
      jobs
        .renew(
          deps.db,
          work.map(({ claim }) => claim!),
          lease(),
        )
        .then(() => {}),
    run: (job) => runJob(deps, job),
    ...(isAlone && { nextDue: () => jobs.nextDue(deps.db, queue) }),
    clock: deps.clock,
    isAlone,
  };
}

async function runJob(deps: Deps, job: Job): Promise<void> {
  const began = performance.now();
  const measured = (result: 'done' | 'failed') =>
    deps.metrics.job(job.kind, { result, seconds: (performance.now() - began) / 1000 });
  try {
    await inSpan(`job ${job.kind}`, {}, () => finishJob(deps, job));
    measured('done');
  } catch (error) {
    measured('failed');
    await retryLater(deps, job, error);
  }
}

async function finishJob(deps: Deps, job: Job): Promise<void> {
  const effect = await runners[job.kind as JobKind](deps, job);
  await inTransaction(deps, async (tx) => {
    const next = await effect(tx);
    const attempt = next?.isDeferred ? job.attempt - 1 : 0;
    const isOurs = next
      ? await jobs.postpone(tx, job, { run_at: next.again, attempt })
      : await jobs.remove(tx, job);
    if (!isOurs && !(await jobs.isReplaced(tx, job))) throw new TakenOver();
    if (next?.isDeferred) deps.log.warn('job waits', { kind: job.kind, subject: job.subject });
  });
}

/** Another node took over the job, because this one seemed dead. Only the other node's work counts. */
class TakenOver extends Error {
  override name = 'TakenOver';
}

async function retryLater(deps: Deps, job: Job, error: unknown): Promise<void> {
  const { kind, subject, case_id: caseId, attempt } = job;
  const now = deps.clock().getTime();
  const waits = RETRY_MS[Math.min(attempt, RETRY_MS.length) - 1] ?? 0;
  deps.log.error('job failed', { kind, subject, caseId: caseId || null, attempt, ...errorForLog(error) });
  await jobs.postpone(deps.db, job, { run_at: new Date(now + waits), attempt });
}
