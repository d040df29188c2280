import type { Kysely, Selectable } from 'kysely';
import { newId } from '../../contract/ids.ts';
import { ApiError } from '../apiError.ts';
import { type CaseRow, changeCase } from '../cases/changeCase.ts';
import { dueOf } from '../cases/dueOf.ts';
import { requireInput } from '../cases/requireInput.ts';
import { stateConflict } from '../cases/stateConflict.ts';
import type { Database, SelfieChecksTable } from '../db/schema.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import type { Deps } from '../deps.ts';
import { newChallenge } from './newChallenge.ts';

const unmeasured = JSON.stringify({ result: 'not_performed', score: null });

/**
 * Starts a selfie check with a challenge of its own. One that still waits for its capture ends.
 * @throws {ApiError} `case_state_conflict`, `consent_required`, `attempts_exhausted`.
 */
export async function startCheck(
  deps: Deps,
  tx: Kysely<Database>,
  row: CaseRow,
): Promise<Selectable<SelfieChecksTable>> {
  const now = deps.clock();
  requireInput(row, now);
  if (!row.consent?.biometric) throw new ApiError('consent_required');
  if (row.attempts_left === 0) throw new ApiError('attempts_exhausted');
  if (!dueOf(row).includes('selfie')) throw stateConflict(row.status);
  await selfieChecks.expireOpen(tx, row.id);
  const challenge = newChallenge(now);
  const check = await selfieChecks.insert(tx, {
    id: newId('bio', now.getTime()),
    mode: row.mode,
    case_id: row.id,
    status: 'requires_capture',
    attempt: (await selfieChecks.countJudged(tx, row.id)) + 1,
    nonce: challenge.nonce,
    steps: JSON.stringify(challenge.steps),
    challenge_expires_at: new Date(challenge.expiresAt),
    liveness: unmeasured,
    face_match: unmeasured,
    reasons: '[]',
    created_at: now,
  });
  const selfie = { status: check.status, id: check.id, completedAt: null };
  await changeCase(deps, tx, row, { set: { checks: JSON.stringify({ ...row.checks, selfie }) } });
  return check;
}
