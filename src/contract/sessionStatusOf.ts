import type { SessionCaseStatus } from './caseStatus.ts';

/** What a page learns of a status: from the last due item on `submitted`, whatever comes of it. */
export function sessionStatusOf(status: string): SessionCaseStatus {
  return status === 'requires_input' || status === 'expired' || status === 'canceled' ? status : 'submitted';
}
