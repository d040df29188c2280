import type { CaseStatus } from './caseStatus.ts';

/** Where a case still waits for somebody: the person, a check or a reviewer. */
export const openStatuses: readonly CaseStatus[] = ['requires_input', 'processing', 'in_review'];
