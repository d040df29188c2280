import type { Requirement } from '../../contract/caseStatus.ts';
import type { CaseRow } from './CaseRow.ts';
import { currentlyDue } from './requirements.ts';

/** What the person of a case still has to give. */
export function dueOf(row: CaseRow): Requirement[] {
  if (row.status !== 'requires_input') return [];
  return currentlyDue({
    consent: row.consent?.biometric === true,
    details: row.facts.details,
    selfie: row.facts.selfie,
    selfieProcessing: row.checks.selfie.status === 'processing',
    attemptsLeft: row.attempts_left,
  });
}
