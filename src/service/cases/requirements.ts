import type { Requirement } from '../../contract/caseStatus.ts';
import type { HandoffStep } from '../../contract/handoff.ts';
import { sizeLimits } from '../../contract/limits.ts';
import type { CaseRow } from './caseRow.ts';
import type { OutcomeInput } from './outcome.ts';

/** The known state of a case's input. */
export interface Given {
  consent: boolean;
  details: OutcomeInput['details'];
  /** The result of the latest selfie check with a capture; `none` without one. */
  selfie: OutcomeInput['selfie'];
  /** Whether a capture is being checked right now. */
  selfieProcessing: boolean;
  attemptsLeft: number;
  /** Whether a credential is required, was not presented, and attempts are left. */
  isCredentialDue?: boolean;
  /** Whether a document is required, was not shown, and attempts are left. */
  isDocumentDue?: boolean;
}

/**
 * The items that the person still has to provide, in order. A minor is not asked for a selfie, and a selfie without
 * attempts left is not requested again.
 */
export function currentlyDue(facts: Given): Requirement[] {
  if (facts.details === 'under_age') return [];
  const due: Requirement[] = [];
  if (!facts.consent) due.push('consent');
  if (facts.isCredentialDue) due.push('credential');
  if (facts.isDocumentDue) due.push('document');
  if (facts.details === 'none') due.push('personal_details');
  if (isSelfieDue(facts)) due.push('selfie');
  return due;
}

function isSelfieDue({ selfie, selfieProcessing, attemptsLeft }: Given): boolean {
  if (selfieProcessing) return false;
  return selfie === 'none' || ((selfie === 'retry' || selfie === 'no_match') && attemptsLeft > 0);
}

/** Number of attempts left for a wallet's answer. */
export function credentialTriesLeft({ facts }: CaseRow): number {
  return Math.max(0, sizeLimits.credentialTries - facts.credentialRefusals);
}

function isCredentialDue(row: CaseRow): boolean {
  const { status } = row.checks.credential;
  const isOpen = status !== 'verified' && status !== 'processing' && !row.facts.credentialTyped;
  return row.policy.credential === 'require' && isOpen && credentialTriesLeft(row) > 0;
}

/** Whether a credential can still be shared: none was accepted, tries are left, and no details are in. */
export function isCredentialOpen(row: CaseRow): boolean {
  const isAsked = row.policy.credential !== 'off' && row.status === 'requires_input';
  return isAsked && row.facts.details === 'none' && !row.proven && credentialTriesLeft(row) > 0;
}

/** Whether a credential proves who the person is, so that no document is asked for. */
export function isProven({ facts }: CaseRow): boolean {
  return facts.credential === 'verified';
}

/** Number of captures of documents that are left. */
export function documentAttemptsLeft({ facts, policy }: CaseRow): number {
  return Math.max(0, policy.maxDocumentAttempts - facts.documentAttempts);
}

/** Whether a document can be shown: none was read, the person did not go on without one, and attempts are left. */
export function isDocumentOpen(row: CaseRow): boolean {
  const { facts, policy, status } = row;
  if (policy.document === 'off') return false;
  const isUnread = facts.document === 'none' || facts.document === 'unreadable';
  const isUndecided = status === 'requires_input' || status === 'processing';
  return isUndecided && isUnread && !facts.documentSkipped && !isProven(row) && documentAttemptsLeft(row) > 0;
}

/** With `offer`, a person who has started is asked again for a document that could not be read. */
function isDocumentDue(row: CaseRow): boolean {
  const { facts, policy } = row;
  const isWanted =
    policy.document === 'require' || facts.documentRequested || facts.document === 'unreadable';
  return isWanted && isDocumentOpen(row);
}

/**
 * The step that a hand-off to a phone would take over now: sharing a credential, if that is due and the policy allows
 * it; otherwise the document, then the selfie. `null`: no step is due that a phone may do.
 */
export function handoffStepOf(row: CaseRow): HandoffStep | null {
  const { credentialQr, handoff } = row.policy;
  if (credentialQr === 'enable' && isCredentialOpen(row)) return 'credential';
  const { step } = pictureStepOf(row);
  const isLeft = step === 'document' || dueOf(row).includes('selfie');
  return handoff !== 'disable' && isLeft ? step : null;
}

/**
 * The pictures that a phone takes now, and whether it can: not while a document is read, nor while the details are typed on
 * the computer. A case without a document asks for them in any order.
 */
export function pictureStepOf(row: CaseRow): { step: 'document' | 'selfie'; isDue: boolean } {
  if (row.status === 'requires_input' && isDocumentOpen(row)) return { step: 'document', isDue: true };
  if (row.facts.document === 'processing') return { step: 'document', isDue: false };
  const isTyping = row.policy.document !== 'off' && row.facts.details === 'none';
  return { step: 'selfie', isDue: !isTyping && dueOf(row).includes('selfie') };
}

/** After a refusal, no consent to the face check is needed until it is requested again. */
function hasConsent({ consent, facts }: CaseRow): boolean {
  return consent?.biometric === true && (agreesToFace(consent) || facts.selfie === 'refused');
}

/** Whether the person consented to the face check. */
export function agreesToFace(consent: CaseRow['consent']): boolean {
  return consent?.biometric === true && consent.face;
}

/** The items that the person of a case still has to provide. */
export function dueOf(row: CaseRow): Requirement[] {
  if (row.status !== 'requires_input') return [];
  return currentlyDue({
    consent: hasConsent(row),
    details: row.facts.details,
    selfie: row.facts.selfie,
    selfieProcessing: row.checks.selfie.status === 'processing',
    attemptsLeft: row.attempts_left,
    isCredentialDue: isCredentialDue(row),
    isDocumentDue: isDocumentDue(row),
  });
}

/** What the person was last told to do again; `null` once nothing is asked of them any more. */
export function lastErrorOf({ status, last_error }: CaseRow): CaseRow['last_error'] {
  return status === 'requires_input' ? last_error : null;
}

/** Whether another picture is due after the verdict on one. The case may be in processing: it goes back to the person then. */
export function asksForPicture(row: CaseRow): boolean {
  const due = dueOf(row.status === 'processing' ? { ...row, status: 'requires_input' } : row);
  return due.includes('document') || due.includes('selfie');
}
