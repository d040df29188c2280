import type { CaseStatus } from './caseStatus.ts';

/** Final states, unless a reviewer overturns the decision. */
export const endedStatuses: readonly CaseStatus[] = ['approved', 'declined', 'canceled', 'expired'];
