import { randomUUID } from 'node:crypto';
import { inTransaction } from '../db/inTransaction.ts';
import { jobs } from '../db/store/jobs.ts';
import type { Deps } from '../deps.ts';
import { fault } from '../fault.ts';
import type { Job, JobKind } from '../jobs/job.ts';
import type { Lane } from '../jobs/lanes.ts';
import { NotNow } from '../jobs/NotNow.ts';
import { inSpan } from '../tracing/inSpan.ts';
import { LEASE_MS, type LeasedWork } from './LeaseLoop.ts';
import { runners } from './runners.ts';

const RETRY_MS = [1000, 5000, 30_000, 60_000];
/** How soon to try what could not be tried at all. */
const NOT_NOW_MS = 1000;

/** The jobs of one lane, as work that is leased. */
export function jobLane(deps: Deps, lane: Lane, places: number): LeasedWork<Job> {
  const lease = () => new Date(deps.clock().getTime() + LEASE_MS);
  const isAlone = deps.config.databaseUrl === null;
  return {
    name: lane,
    places,
    claim: (limit) =>
      jobs.claim(deps.db, { lane, now: deps.clock(), leasedUntil: lease(), claim: randomUUID(), limit }),
    renew: (work) =>
      jobs
        .renew(
          deps.db,
          work.map(({ claim }) => claim!),
          lease(),
        )
        .then(() => {}),
    run: (job) => runJob(deps, job),
    ...(isAlone && { nextDue: () => jobs.nextDue(deps.db, lane) }),
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
    await giveBack(deps, job, error);
  }
}

async function finishJob(deps: Deps, job: Job): Promise<void> {
  const effect = await runners[job.kind as JobKind](deps, job);
  await inTransaction(deps, async (tx) => {
    const next = await effect(tx);
    const isOurs = next
      ? await jobs.postpone(tx, job, { run_at: next.again, attempt: 0 })
      : await jobs.remove(tx, job);
    if (!isOurs && !(await jobs.isReplaced(tx, job))) throw new TakenOver();
  });
}

/** Another node took the job over, because this one seemed to be dead: what it does counts, this does not. */
class TakenOver extends Error {
  override name = 'TakenOver';
}

async function giveBack(deps: Deps, job: Job, error: unknown): Promise<void> {
  const { kind, subject, case_id: caseId, attempt } = job;
  const now = deps.clock().getTime();
  if (error instanceof NotNow) {
    deps.log.warn('job waits', { kind, subject });
    await jobs.postpone(deps.db, job, { run_at: new Date(now + NOT_NOW_MS), attempt: attempt - 1 });
    return;
  }
  const waits = RETRY_MS[Math.min(attempt, RETRY_MS.length) - 1] ?? 0;
  deps.log.error('job failed', { kind, subject, caseId: caseId || null, attempt, ...fault(error) });
  await jobs.postpone(deps.db, job, { run_at: new Date(now + waits), attempt });
}
