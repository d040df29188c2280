import { settleCase } from '../cases/settleCase.ts';
import { cases } from '../db/store/cases.ts';
import type { Deps } from '../deps.ts';
import type { JobKind, JobRunner, SweepKind } from '../jobs/job.ts';
import { runBatch } from '../screenings/batches/runBatch.ts';
import { monitorCases } from '../screenings/monitorCases.ts';
import { runScreening } from '../screenings/runScreening.ts';
import { screenCase } from '../screenings/screenCase.ts';
import { verifySelfie } from '../selfies/verifySelfie.ts';
import { reviewTestCase } from './reviewTestCase.ts';
import { sweepJob, sweeps } from './sweeps.ts';

/** What each kind of job does. */
export const runners: Record<JobKind, JobRunner<Deps>> = {
  verify_selfie: verifySelfie,
  screen_case: screenCase,
  run_screening: runScreening,
  monitor_cases: monitorCases,
  run_batch: runBatch,
  settle_case:
    async (deps, { subject }) =>
    async (tx) => {
      const row = await cases.lockById(tx, subject);
      if (row?.data_key) await settleCase(deps, tx, row);
      return undefined;
    },
  review_test_case: reviewTestCase,
  ...sweepRunners(),
};

function sweepRunners(): Record<SweepKind, JobRunner<Deps>> {
  const kinds = Object.keys(sweeps) as SweepKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, sweepJob(kind)])) as Record<
    SweepKind,
    JobRunner<Deps>
  >;
}
