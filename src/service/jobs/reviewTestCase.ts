import { moveCase } from '../cases/moveCase.ts';
import { cases } from '../db/store/cases.ts';
import type { JobRunner } from './job.ts';

/** The job that decides `IDVTEST_REVIEW_APPROVE` and `…_DECLINE` in place of a reviewer, in test mode alone. */
export const reviewTestCase: JobRunner =
  async (deps, { subject }) =>
  async (tx) => {
    const row = await cases.lockById(tx, subject);
    if (row?.mode !== 'test' || row.status !== 'in_review') return undefined;
    const to = row.test_outcome === 'REVIEW_APPROVE' ? 'approved' : 'declined';
    await moveCase(deps, tx, row, { to, by: 'reviewer', reasons: ['review_required'] });
    return undefined;
  };
