import type { Kysely } from 'kysely';
import type { Decide } from '../../contract/case.ts';
import { newId } from '../../contract/ids.ts';
import { ApiError } from '../apiError.ts';
import type { Database } from '../db/schema.ts';
import { auditLog } from '../db/store/auditLog.ts';
import type { Deps } from '../deps.ts';
import { askAgain } from './askAgain.ts';
import type { CaseRow } from './changeCase.ts';
import { moveCase } from './moveCase.ts';

export interface Review {
  deps: Deps;
  tx: Kysely<Database>;
  caller: { keyId: string };
  requestId: string;
}

/**
 * Decides a case as a reviewer, or asks the person for a new selfie with one more attempt.
 * @throws {ApiError} `version_conflict`, `case_state_conflict`, `validation_failed` for a missing note.
 */
export async function reviewCase(review: Review, row: CaseRow, decide: Decide): Promise<CaseRow> {
  const { deps, tx } = review;
  if (decide.expectedVersion !== row.version) {
    throw new ApiError('version_conflict', { currentStatus: row.status });
  }
  const isOverturned = row.status === 'approved' || row.status === 'declined';
  if (isOverturned && decide.outcome !== 'requires_input' && !decide.note) throw missingNote();
  const { outcome: to, reasons = [] } = decide;
  const set = to === 'requires_input' ? askAgain(row, deps.clock()) : {};
  const changed = await moveCase(deps, tx, row, { to, by: 'reviewer', reasons, set });
  await auditLog.insert(tx, {
    id: newId('req', deps.clock().getTime()),
    mode: row.mode,
    at: deps.clock(),
    key_id: review.caller.keyId,
    action: `decide ${to}`,
    case_id: row.id,
    request_id: review.requestId,
    note: decide.note && row.data_key ? deps.vault.seal(row, 'review note', decide.note) : null,
  });
  return changed;
}

function missingNote(): ApiError {
  const detail = 'A note is required to overturn a decision.';
  return new ApiError('validation_failed', { errors: [{ pointer: '#/note', code: 'required', detail }] });
}
