import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { CaseRow } from './changeCase.ts';
import { dueOf } from './dueOf.ts';
import { moveCase } from './moveCase.ts';
import { decideOutcome, type Outcome } from './outcome.ts';

/** How long test mode processes `IDVTEST_SLOW_10`, and reviews `IDVTEST_REVIEW_…`. */
const TEST_DELAY_MS = 10_000;

/** Takes a case as far as what is known of it allows: to `processing` with the last due item, then to its outcome. */
export async function settleCase(deps: Deps, tx: Kysely<Database>, row: CaseRow): Promise<CaseRow> {
  const now = deps.clock();
  let current = row;
  if (current.status === 'requires_input' && dueOf(current).length === 0) {
    const facts = JSON.stringify({ ...current.facts, amlGivenUp: false });
    const set = { submitted_at: now, last_error: null, facts };
    current = await moveCase(deps, tx, current, { to: 'processing', by: 'input', set });
    // Screening that failed while the person was typing has its full time again.
    if (current.facts.aml === 'unavailable') {
      await enqueue(deps, tx, { kind: 'screen_case', subject: current.id });
    }
  }
  if (current.status !== 'processing') return current;
  const slowUntil = new Date((current.submitted_at ?? now).getTime() + TEST_DELAY_MS);
  if (current.test_outcome === 'SLOW_10' && slowUntil > now) {
    await enqueue(deps, tx, { kind: 'settle_case', subject: current.id, runAt: slowUntil });
    return current;
  }
  const { status, reasons } = outcomeOf(current);
  if (status === 'processing') return current;
  current = await moveCase(deps, tx, current, { to: status, by: 'policy', reasons });
  if (status === 'in_review' && isReviewedByTest(current)) {
    const runAt = new Date(now.getTime() + TEST_DELAY_MS);
    await enqueue(deps, tx, { kind: 'review_test_case', subject: current.id, runAt });
  }
  return current;
}

function outcomeOf(row: CaseRow): Outcome {
  const outcome = decideOutcome({
    ...row.facts,
    mode: row.mode,
    onSpoof: row.policy.onSpoof,
    attemptsLeft: row.attempts_left,
  });
  const reviewed = isReviewedByTest(row) && outcome.status === 'approved';
  return reviewed ? { status: 'in_review', reasons: ['review_required'] } : outcome;
}

function isReviewedByTest({ test_outcome }: CaseRow): boolean {
  return test_outcome === 'REVIEW_APPROVE' || test_outcome === 'REVIEW_DECLINE';
}
