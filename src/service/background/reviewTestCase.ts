import { moveCase } from '../cases/moveCase.ts';
import { cases } from '../db/store/cases.ts';
import type { JobRunner } from '../jobs/job.ts';
import { forcedBy } from '../testmode/forcedBy.ts';

/** The job that decides `IDVTEST_REVIEW_APPROVE` and `…_DECLINE` in place of a reviewer, in test mode alone. */
export const reviewTestCase: JobRunner =
  async (deps, { subject }) =>
  async (tx) => {
    const row = await cases.lockById(tx, subject);
    const { review } = forcedBy(row?.test_outcome ?? null);
    if (!row?.data_key || !review || row.status !== 'in_review') return undefined;
    const to = review.outcome;
    await moveCase(deps, tx, row, { to, by: 'reviewer', reasons: ['review_required'] });
    return undefined;
  };
