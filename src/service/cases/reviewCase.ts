import type { Kysely, Updateable } from 'kysely';
import type { Decide } from '../../contract/case.ts';
import type { SelfieReason } from '../../contract/selfieCheck.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { ServiceContext } from '../context.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import type { CaseRow } from './caseRow.ts';
import { findTransition } from './machine.ts';
import { moveCase, stateConflict } from './moveCase.ts';

export interface Review {
  context: ServiceContext;
  tx: Kysely<Database>;
  /** A reviewer at the desk has a role; an API key has none. */
  caller: { keyId: string; role?: string };
  requestId: string;
}

/**
 * Decides a case as a reviewer, or asks the person for a new selfie with one more attempt.
 * @throws {ApiError} `version_conflict`, `case_state_conflict`, `validation_failed` for a missing note.
 */
export async function reviewCase(review: Review, row: CaseRow, decide: Decide): Promise<CaseRow> {
  const { context, tx } = review;
  requireDecidable(row, decide);
  const { outcome: to, reasons = [] } = decide;
  const set =
    to === 'requires_input'
      ? reopenForSelfie(row, context.clock(), reasons)
      : to === 'approved'
        ? ofAge(row)
        : {};
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
 * @throws {ApiError} `version_conflict`, `case_state_conflict`, `validation_failed` for a missing note.
 */
export function requireDecidable(row: CaseRow, decide: Decide): void {
  if (decide.expectedVersion !== row.version) {
    throw new ApiError('version_conflict', { currentStatus: row.status });
  }
  const isOverturned = row.status === 'approved' || row.status === 'declined';
  if (isOverturned && decide.outcome !== 'requires_input' && !decide.note) throw missingNote();
  if (!findTransition(row.status, decide.outcome, 'reviewer')) throw stateConflict(row.status, 'reviewer');
}

/** An approval says that the person is of age, whom monitoring would leave alone otherwise. */
function ofAge({ facts }: CaseRow): Updateable<CasesTable> {
  return facts.details === 'under_age' ? { facts: JSON.stringify({ ...facts, details: 'ok' }) } : {};
}

function missingNote(): ApiError {
  const detail = 'A note is required to overturn a decision.';
  return new ApiError('validation_failed', { errors: [{ pointer: '#/note', code: 'required', detail }] });
}

const MORE_TIME_MS = 86_400_000;

/** Reasons for a new selfie that the page tells the person, in their language; none is a verdict. */
const TOLD: ReadonlySet<string> = new Set<SelfieReason>([
  'selfie_no_face',
  'selfie_multiple_faces',
  'selfie_low_quality',
  'selfie_too_dark',
  'selfie_occluded',
  'selfie_challenge_failed',
]);

/**
 * The changes to a case that asks for a new selfie: one more attempt, at least one more day, and a reason that the page may
 * show.
 */
export function reopenForSelfie(
  row: CaseRow,
  now: Date,
  reasons: readonly string[] = [],
): Updateable<CasesTable> {
  const code = reasons.find((reason) => TOLD.has(reason));
  const soonest = new Date(now.getTime() + MORE_TIME_MS);
  return {
    attempts_left: row.attempts_left + 1,
    expires_at: row.expires_at > soonest ? row.expires_at : soonest,
    facts: JSON.stringify({ ...row.facts, selfie: 'none' }),
    last_error: code ? JSON.stringify({ code, retryable: true }) : null,
    refused_captures: 0,
    challenges_drawn: 0,
  };
}
