import type { CaseRow } from './CaseRow.ts';
import { stateConflict } from './stateConflict.ts';

/** @throws {ApiError} `case_state_conflict` unless the case takes input; one past its time does not any more. */
export function requireInput(row: CaseRow, now: Date): void {
  if (row.status !== 'requires_input') throw stateConflict(row.status);
  if (row.expires_at <= now) throw stateConflict('expired');
}
