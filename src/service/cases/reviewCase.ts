import type { Kysely, Updateable } from 'kysely';
import type { Decide } from '../../contract/case.ts';
import { ApiError } from '../apiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { Context } from '../context.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import type { CaseRow } from './CaseRow.ts';
import { moveCase } from './moveCase.ts';
import { reopenForSelfie } from './reopenForSelfie.ts';

export interface Review {
  context: Context;
  tx: Kysely<Database>;
  caller: { keyId: string };
  requestId: string;
}

/**
 * Decides a case as a reviewer, or asks the person for a new selfie with one more attempt.
 * @throws {ApiError} `version_conflict`, `case_state_conflict`, `validation_failed` for a missing note.
 */
export async function reviewCase(review: Review, row: CaseRow, decide: Decide): Promise<CaseRow> {
  const { context, tx } = review;
  if (decide.expectedVersion !== row.version) {
    throw new ApiError('version_conflict', { currentStatus: row.status });
  }
  const isOverturned = row.status === 'approved' || row.status === 'declined';
  if (isOverturned && decide.outcome !== 'requires_input' && !decide.note) throw missingNote();
  const { outcome: to, reasons = [] } = decide;
  const set =
    to === 'requires_input' ? reopenForSelfie(row, context.clock()) : to === 'approved' ? ofAge(row) : {};
  const changed = await moveCase(context, tx, row, { to, by: 'reviewer', reasons, set });
  const { caller, requestId } = review;
  await writeAudit(context, tx, { row, caller, requestId, action: `decide ${to}`, note: decide.note });
  return changed;
}

/** An approval says that the person is of age, whom monitoring would leave alone otherwise. */
function ofAge({ facts }: CaseRow): Updateable<CasesTable> {
  return facts.details === 'under_age' ? { facts: JSON.stringify({ ...facts, details: 'ok' }) } : {};
}

function missingNote(): ApiError {
  const detail = 'A note is required to overturn a decision.';
  return new ApiError('validation_failed', { errors: [{ pointer: '#/note', code: 'required', detail }] });
}
