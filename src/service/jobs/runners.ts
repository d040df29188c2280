import { settleCase } from '../cases/settleCase.ts';
import { verifySelfie } from '../checks/verifySelfie.ts';
import { cases } from '../db/store/cases.ts';
import { monitorCases } from '../screenings/monitorCases.ts';
import { runScreening } from '../screenings/runScreening.ts';
import { screenCase } from '../screenings/screenCase.ts';
import type { JobKind, JobRunner } from './job.ts';
import { reviewTestCase } from './reviewTestCase.ts';

/** What each kind of job does. */
export const runners: Record<JobKind, JobRunner> = {
  verify_selfie: verifySelfie,
  screen_case: screenCase,
  run_screening: runScreening,
  monitor_cases: monitorCases,
  settle_case:
    async (deps, { subject }) =>
    async (tx) => {
      const row = await cases.lockById(tx, subject);
      if (row) await settleCase(deps, tx, row);
      return undefined;
    },
  review_test_case: reviewTestCase,
};
