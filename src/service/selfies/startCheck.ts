import type { Kysely, Selectable } from 'kysely';
import { newId } from '../../contract/ids.ts';
import { unmeasured } from '../../contract/selfieCheck.ts';
import { ApiError } from '../apiError.ts';
import type { CaseRow } from '../cases/CaseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { dueOf } from '../cases/dueOf.ts';
import { requireInput } from '../cases/requireInput.ts';
import { stateConflict } from '../cases/stateConflict.ts';
import type { Database } from '../db/schema.ts';
import type { SelfieChecksTable } from '../db/selfieTables.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { newChallenge } from './newChallenge.ts';
import type { SelfieContext } from './SelfieContext.ts';

/**
 * Starts a selfie check with a challenge of its own, other than the last one. One that still waits for its capture ends.
 * @throws {ApiError} `case_state_conflict`, `consent_required`, `attempts_exhausted`.
 */
export async function startCheck(
  context: SelfieContext,
  tx: Kysely<Database>,
  row: CaseRow,
  asks: 'page' | 'back end',
): Promise<Selectable<SelfieChecksTable>> {
  const now = context.clock();
  requireInput(row, now);
  if (!row.consent?.biometric) throw new ApiError('consent_required');
  // A page hears the same whatever came of its last picture: one that could not be judged costs no attempt.
  if (asks === 'back end' && row.attempts_left === 0) throw new ApiError('attempts_exhausted');
  if (!dueOf(row).includes('selfie')) throw stateConflict(row.status);
  await selfieChecks.expireOpen(tx, row.id);
  const challenge = newChallenge(now, await selfieChecks.lastSteps(tx, row.id));
  const check = await selfieChecks.insert(tx, {
    id: newId('bio', now.getTime()),
    mode: row.mode,
    case_id: row.id,
    status: 'requires_capture',
    attempt: (await selfieChecks.countJudged(tx, row.id)) + 1,
    nonce: challenge.nonce,
    steps: JSON.stringify(challenge.steps),
    challenge_expires_at: new Date(challenge.expiresAt),
    liveness: JSON.stringify(unmeasured),
    face_match: JSON.stringify(unmeasured),
    reasons: '[]',
    created_at: now,
  });
  const selfie = { status: check.status, id: check.id, completedAt: null };
  await changeCase(context, tx, row, { set: { checks: JSON.stringify({ ...row.checks, selfie }) } });
  return check;
}
