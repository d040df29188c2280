import type { CaseStatus } from '../../../src/contract/caseStatus.ts';

/** The shortest way of a new case to each status, by `simulate`. */
export const waysToStatus: Record<CaseStatus, readonly CaseStatus[]> = {
  requires_input: [],
  processing: ['processing'],
  approved: ['processing', 'approved'],
  declined: ['processing', 'declined'],
  in_review: ['processing', 'in_review'],
  expired: ['expired'],
  canceled: ['canceled'],
};
