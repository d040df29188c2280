import type { CaseRow } from '../cases/caseRow.ts';
import { isWaiting } from '../reviews/claims.ts';

/**
 * Whether somebody may know who handled a case at a time: not while they may still judge it, and of what came after a decision
 * only if they do not judge, because it would tell that the case was a sample.
 */
export function knowsHandling(row: CaseRow, { isJudge }: { isJudge: boolean }, at: Date): boolean {
  if (!isJudge) return true;
  return !isWaiting(row) && (!row.decided_at || at <= row.decided_at);
}
