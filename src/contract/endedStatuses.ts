import type { CaseStatus } from './caseStatus.ts';

/** Where a case has its end, as long as nobody overturns it. */
export const endedStatuses: readonly CaseStatus[] = ['approved', 'declined', 'canceled', 'expired'];
