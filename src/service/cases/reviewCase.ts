import type { Kysely, Updateable } from 'kysely';
import type { Decide } from '../../contract/case.ts';
import { CorrectionReason, DOCUMENT_PHOTO } from '../../contract/caseStatus.ts';
import type { DetailsFields } from '../../contract/detailsFields.ts';
import { type SelfieReason, unmeasured } from '../../contract/selfieCheck.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { ServiceContext } from '../context.ts';
import type { CaseFacts, CasesTable, Database } from '../db/schema.ts';
import { links } from '../db/store/links.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { storedPictures } from '../db/store/storedPictures.ts';
import type { CaseRow } from './caseRow.ts';
import { findTransition } from './machine.ts';
import { moveCase, stateConflict } from './moveCase.ts';
import { isProven } from './requirements.ts';

export interface Review {
  context: ServiceContext;
  tx: Kysely<Database>;
  /** A reviewer at the desk has a role; an API key does not. */
  caller: {
    keyId: string;
    role?: string /** Whose new invitation they signed in by. */;
    invitedBy?: string | null;
  };
  requestId: string;
}

/**
 * Decides a case for a reviewer, or asks the person again: for corrected details, for pictures of a document, or for a
 * new selfie with one more attempt.
 * @throws {ApiError} `version_conflict`, `case_state_conflict`; `validation_failed` if the note is missing.
 */
export async function reviewCase(review: Review, row: CaseRow, decide: Decide): Promise<CaseRow> {
  const { context, tx } = review;
  requireDecidable(row, decide);
  const { outcome: to, reasons = [] } = decide;
  const asksDocument = to === 'requires_input' && reasons.includes(DOCUMENT_PHOTO);
  const selfie = asksDocument ? await forgetPortrait(tx, row) : row.checks.selfie;
  const current = { ...row, checks: { ...row.checks, selfie } };
  const set =
    to === 'requires_input'
      ? reopenForInput(current, context.clock(), reasons)
      : to === 'approved'
        ? ofAge(row)
        : {};
  // The stored date may be wrong, so no browser can be asked for it: only a new link opens the case.
  if (to === 'requires_input' && reasons.includes('details_date_of_birth')) await links.delete(tx, row.id);
  const changed = await moveCase(context, tx, row, {
    to,
    by: 'reviewer',
    reviewer: review.caller.keyId,
    reasons,
    set,
  });
  const { caller, requestId } = review;
  await writeAudit(context, tx, { row, caller, requestId, action: `decide ${to}`, note: decide.note });
  return changed;
}

/**
 * Refuses a decision on an outdated version or without a required note.
 * @throws {ApiError} `version_conflict`, `case_state_conflict`; `validation_failed` if the note is missing.
 */
export function requireDecidable(row: CaseRow, decide: Decide): void {
  if (decide.expectedVersion !== row.version) {
    throw new ApiError('version_conflict', { currentStatus: row.status });
  }
  const isOverturned = row.status === 'approved' || row.status === 'declined';
  if (isOverturned && decide.outcome !== 'requires_input' && !decide.note) throw missingNote();
  if (!findTransition(row.status, decide.outcome, 'reviewer')) throw stateConflict(row.status, 'reviewer');
  if (decide.outcome === 'requires_input') requireCorrectable(row, decide.reasons ?? []);
}

/**
 * @throws {ApiError} `validation_failed` for a detail that the case's policy hides, so that the person could not
 * correct it, and for a document where the policy asks for none, or a credential stands for it.
 */
function requireCorrectable(row: CaseRow, reasons: readonly string[]): void {
  const { policy } = row;
  const { fields } = policy;
  // The consent of a case that asks for no document says nothing of one.
  if (policy.document === 'off' && reasons.includes(DOCUMENT_PHOTO)) {
    const detail = 'The policy of the case asks for no document (`document: off`). Choose another reason.';
    throw new ApiError('validation_failed', {
      errors: [{ pointer: '#/reasons', code: 'document_off', detail }],
    });
  }
  // Nothing would be due, and the case would wait for nothing.
  if (isProven(row) && reasons.includes(DOCUMENT_PHOTO)) {
    const detail =
      'A credential proves who the person is, so that no document is asked for. Choose another reason.';
    throw new ApiError('validation_failed', {
      errors: [{ pointer: '#/reasons', code: 'credential_verified', detail }],
    });
  }
  const hidden = reasons.find((reason) => {
    const field = correctable[reason as CorrectionReason];
    return field && fields[field] === 'hidden';
  });
  if (!hidden) return;
  const detail = `The policy of the case hides the detail of "${hidden}", so the person cannot correct it. Choose another reason.`;
  throw new ApiError('validation_failed', { errors: [{ pointer: '#/reasons', code: 'hidden', detail }] });
}

/** The policy field of each correction; name and date of birth are always requested. */
export const correctable: Record<CorrectionReason, keyof DetailsFields | null> = {
  details_name: null,
  details_date_of_birth: null,
  details_nationality: 'nationalities',
  details_address: 'address',
  details_national_id: 'nationalId',
};

/** An approval confirms that the person is of age; otherwise monitoring would skip them. */
function ofAge({ facts }: CaseRow): Updateable<CasesTable> {
  return facts.details === 'under_age' ? { facts: JSON.stringify({ ...facts, details: 'ok' }) } : {};
}

function missingNote(): ApiError {
  const detail = 'A note is required to overturn a decision.';
  return new ApiError('validation_failed', { errors: [{ pointer: '#/note', code: 'required', detail }] });
}

const MORE_TIME_MS = 86_400_000;

/** Reasons for a new selfie that the page shows to the person. They do not reveal the verdict. */
const PUBLIC_REASONS: ReadonlySet<string> = new Set<SelfieReason>([
  'selfie_no_face',
  'selfie_multiple_faces',
  'selfie_low_quality',
  'selfie_too_dark',
  'selfie_occluded',
  'selfie_challenge_failed',
]);

/**
 * The changes to a case that asks the person again: for pictures of a document, for details, for a new selfie, as the reasons say;
 * for a selfie if none says so. The person is told the first of them.
 */
function reopenForInput(row: CaseRow, now: Date, reasons: readonly string[]): Updateable<CasesTable> {
  const asksDocument = reasons.includes(DOCUMENT_PHOTO);
  const correction = reasons.find((reason) => CorrectionReason.safeParse(reason).success);
  const asksSelfie = reasons.some((reason) => PUBLIC_REASONS.has(reason)) || !(asksDocument || correction);
  const document = asksDocument ? reopenedDocument(row) : row;
  const code = asksDocument ? DOCUMENT_PHOTO : correction;
  const personalDetails = { status: 'pending', id: null, completedAt: null } as const;
  return {
    expires_at: dayLeft(row, now),
    page_deleted_at: null,
    ...(asksSelfie && reopenForSelfie(row, now, reasons)),
    ...(correction && reasons.includes('details_date_of_birth') && { birth_date: null }),
    assurance: JSON.stringify(document.assurance),
    facts: JSON.stringify({
      ...document.facts,
      ...(correction && { details: 'none' }),
      ...(asksSelfie && { selfie: 'none' }),
      ...(code && { isCorrected: true }),
    }),
    checks: JSON.stringify({ ...row.checks, ...(correction && { personalDetails }) }),
    ...(code && { last_error: JSON.stringify({ code, retryable: true }) }),
  };
}

/**
 * A case that asks for pictures of a document: one more attempt. Nothing is said of the earlier document any more; its portrait
 * counts no longer, nor what the selfie was found to be beside it.
 */
function reopenedDocument({ facts, policy, assurance }: CaseRow): Pick<CaseRow, 'facts' | 'assurance'> {
  const isForgotten = assurance.reference === 'document';
  return {
    assurance: {
      ...assurance,
      document: 'not_performed',
      ...(isForgotten && { reference: 'none', faceMatch: 'not_performed' }),
    },
    facts: {
      ...facts,
      ...(isForgotten && uncompared(facts)),
      document: 'none',
      documentRequested: true,
      documentSkipped: false,
      documentAttempts: Math.min(facts.documentAttempts, policy.maxDocumentAttempts - 1),
      documentRefusals: 0,
      documentReplayed: false,
    },
  };
}

/** Without a picture to compare it with, a face matches nobody and differs from nobody. */
function uncompared({ selfie, selfieBefore, selfieReason }: CaseFacts): Partial<CaseFacts> {
  return {
    ...(selfie === 'no_match' && { selfie: 'not_performed' }),
    ...(selfieBefore === 'no_match' && { selfieBefore: 'not_performed' }),
    ...((selfie === 'no_match' || selfieReason === 'selfie_reference_undecided') && {
      selfieReason: 'review_required',
    }),
  };
}

/**
 * Deletes the portrait of a document, and what was found by comparing the selfie with it.
 * @returns what the case says of its selfie from then on.
 */
async function forgetPortrait(tx: Kysely<Database>, row: CaseRow): Promise<CaseRow['checks']['selfie']> {
  const { selfie } = row.checks;
  if (row.assurance.reference !== 'document') return selfie;
  await storedPictures.deleteOfCases(tx, [row.id], ['reference_images']);
  const check = selfie.id ? await selfieChecks.findByKey(tx, { id: selfie.id, case_id: row.id }) : undefined;
  if (!check) return selfie;
  const reasons = check.reasons.filter((reason) => !COMPARED.includes(reason));
  const status = reasons.length < check.reasons.length ? 'inconclusive' : check.status;
  await selfieChecks.update(tx, check, {
    face_match: JSON.stringify(unmeasured),
    signals: check.signals && JSON.stringify({ ...check.signals, documentPortrait: null }),
    reasons: JSON.stringify(reasons),
    status,
  });
  return { ...selfie, status };
}

const COMPARED: readonly SelfieReason[] = ['selfie_face_mismatch', 'selfie_reference_undecided'];

/** The new deadline of a case that asks the person again: at least a day from now. */
function dayLeft({ expires_at }: CaseRow, now: Date): Date {
  const soonest = new Date(now.getTime() + MORE_TIME_MS);
  return expires_at > soonest ? expires_at : soonest;
}

/**
 * The changes to a case that asks for a new selfie: one more attempt, at least one more day, and a reason that the page may
 * show.
 */
export function reopenForSelfie(
  row: CaseRow,
  now: Date,
  reasons: readonly string[] = [],
): Updateable<CasesTable> {
  const code = reasons.find((reason) => PUBLIC_REASONS.has(reason));
  return {
    attempts_left: row.attempts_left + 1,
    expires_at: dayLeft(row, now),
    page_deleted_at: null,
    facts: JSON.stringify({ ...row.facts, selfie: 'none' }),
    last_error: code ? JSON.stringify({ code, retryable: true }) : null,
    refused_captures: 0,
    challenges_drawn: 0,
  };
}
