import { advanceCase } from '../cases/advanceCase.ts';
import { moveCase } from '../cases/moveCase.ts';
import { checkCredential } from '../credentials/checkCredential.ts';
import { cases } from '../db/store/cases.ts';
import type { Deps } from '../deps.ts';
import { readDocument } from '../documents/readDocument.ts';
import type { JobKind, JobRunner, SweepKind } from '../jobs/jobs.ts';
import { applyDecision } from '../reviews/judgeCase.ts';
import { runBatch } from '../screenings/batches/runBatch.ts';
import { monitorCases } from '../screenings/monitorCases.ts';
import { runScreening } from '../screenings/runScreening.ts';
import { screenCase } from '../screenings/screenCase.ts';
import { verifySelfie } from '../selfies/verifySelfie.ts';
import { forcedBy } from '../testmode/forcedBy.ts';
import { sweepJob, sweeps } from './sweeps.ts';

/** The job that decides `IDVTEST_REVIEW_APPROVE` and `…_DECLINE` in place of a reviewer, in test mode only. */
const reviewTestCase: JobRunner =
  async (deps, { subject }) =>
  async (tx) => {
    const row = await cases.lockById(tx, subject);
    const { review } = forcedBy(row?.test_outcome ?? null);
    if (!row?.data_key || !review || row.status !== 'in_review') return undefined;
    const to = review.outcome;
    await moveCase(deps, tx, row, { to, by: 'reviewer', reasons: ['review_required'] });
    return undefined;
  };

/** The function of each kind of job. */
export const runners: Record<JobKind, JobRunner<Deps>> = {
  verify_selfie: verifySelfie,
  check_credential: checkCredential,
  read_document: readDocument,
  screen_case: screenCase,
  run_screening: runScreening,
  monitor_cases: monitorCases,
  run_batch: runBatch,
  settle_case:
    async (deps, { subject }) =>
    async (tx) => {
      const row = await cases.lockById(tx, subject);
      if (row?.data_key) await advanceCase(deps, tx, row);
      return undefined;
    },
  review_test_case: reviewTestCase,
  apply_decision: applyDecision,
  ...sweepRunners(),
};

function sweepRunners(): Record<SweepKind, JobRunner<Deps>> {
  const kinds = Object.keys(sweeps) as SweepKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, sweepJob(kind)])) as Record<
    SweepKind,
    JobRunner<Deps>
  >;
}
