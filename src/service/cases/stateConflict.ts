import type { CaseStatus } from '../../contract/caseStatus.ts';
import { ApiError } from '../apiError.ts';
import { type Actor, allowedTransitions } from './machine.ts';

/** The refusal of what the status of a case does not allow, with the ways on that somebody has. */
export function stateConflict(status: CaseStatus, by?: Actor): ApiError {
  return new ApiError('case_state_conflict', {
    currentStatus: status,
    allowedTransitions: [...new Set(allowedTransitions(status, by))],
  });
}
