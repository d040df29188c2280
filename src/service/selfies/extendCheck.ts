import type { Kysely, Selectable } from 'kysely';
import { sizeLimits } from '../../contract/limits.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { requireInput } from '../cases/moveCase.ts';
import type { Database } from '../db/schema.ts';
import type { SelfieChecksTable } from '../db/selfieTables.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import type { SelfieCheckContext } from './selfieContext.ts';

/**
 * Gives a challenge that still lives its whole time anew, since not everybody is done in two minutes; ten times at most.
 * @see https://www.w3.org/TR/WCAG22/#timing-adjustable
 * @throws {ApiError} `case_state_conflict`, `challenge_expired`, `challenge_mismatch`.
 */
export async function extendCheck(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  check: Selectable<SelfieChecksTable>,
): Promise<Selectable<SelfieChecksTable>> {
  const now = context.clock();
  requireInput(row, now);
  if (
    check.status === 'expired' ||
    (check.status === 'requires_capture' && check.challenge_expires_at <= now)
  )
    throw new ApiError('challenge_expired', { detail: 'Start a new selfie check.' });
  if (check.status !== 'requires_capture')
    throw new ApiError('challenge_mismatch', { detail: 'The challenge was answered.' });
  const longest =
    check.created_at.getTime() + (1 + sizeLimits.challengeExtensions) * sizeLimits.challengeSeconds * 1000;
  const until = Math.min(now.getTime() + sizeLimits.challengeSeconds * 1000, longest);
  return selfieChecks.update(tx, check, { challenge_expires_at: new Date(until) });
}
