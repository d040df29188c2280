import { sessionStatusOf } from '../../contract/sessionStatusOf.ts';
import type { CaseRow } from './CaseRow.ts';
import { dueOf } from './dueOf.ts';

/** The part of a case that its page can see, as text: equal texts look the same to the page. */
export function pageState(row: CaseRow): string {
  const status = sessionStatusOf(row.status);
  const { currentlyDue, selfieAttemptsRemaining } = pageRequirements(row);
  return JSON.stringify([
    status,
    currentlyDue,
    selfieAttemptsRemaining,
    row.last_error,
    row.prefill !== null,
  ]);
}

/**
 * What the page is asked for. How many attempts are left is told as long as a selfie is asked for: afterwards it would
 * tell what became of the last one.
 */
export function pageRequirements(row: CaseRow) {
  const currentlyDue = dueOf(row);
  const isSelfieDue = currentlyDue.includes('selfie');
  return { currentlyDue, selfieAttemptsRemaining: isSelfieDue ? row.attempts_left : 0 };
}
