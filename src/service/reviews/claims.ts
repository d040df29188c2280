import type { Kysely } from 'kysely';
import type { CaseClaim } from '../../contract/review.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { stateConflict } from '../cases/moveCase.ts';
import type { Database } from '../db/schema.ts';
import { caseClaims } from '../db/store/caseClaims.ts';

/** How long a claim lasts unless it is renewed. */
export const CLAIM_MS = 600_000;

/** Whether a case waits for a reviewer. */
export function isWaiting({
  status,
  sampled_at,
  pictures_deleted_at,
}: Pick<CaseRow, 'status' | 'sampled_at' | 'pictures_deleted_at'>): boolean {
  return status === 'in_review' || (sampled_at !== null && pictures_deleted_at === null);
}

/** Who has claimed the case; an expired claim is none. */
function claimantOf({ claimed_by, claimed_until }: CaseRow, now: Date): string | null {
  return claimed_until !== null && claimed_until > now ? claimed_by : null;
}

/** Whether somebody has claimed the case. */
export function isHeldBy(row: CaseRow, by: string, now: Date): boolean {
  return claimantOf(row, now) === by;
}

/** The other reviewer who has claimed the case. */
export function otherClaimant(row: CaseRow, by: string, now: Date): string | null {
  const claimant = claimantOf(row, now);
  return claimant === by ? null : claimant;
}

/** @throws {ApiError} `claim_lost` if another reviewer has claimed the case. */
export function requireNoOther(row: CaseRow, by: string, now: Date): void {
  if (!otherClaimant(row, by, now)) return;
  const detail = `Another reviewer has had this case since ${row.claimed_at!.toISOString().slice(11, 16)} UTC. Take another case, or wait until it is released.`;
  throw new ApiError('claim_lost', { detail });
}

/**
 * Claims a case whose row is locked by the transaction, or renews the claim.
 * @param takesOver whether to end the claim of another reviewer.
 * @throws {ApiError} `case_state_conflict` if the case does not wait for a reviewer; `claim_lost`.
 */
export async function claimCase(
  { clock }: { clock: () => Date },
  tx: Kysely<Database>,
  row: CaseRow,
  { by, takesOver = false }: { by: string; takesOver?: boolean },
): Promise<CaseRow> {
  if (!isWaiting(row)) throw stateConflict(row.status, 'reviewer');
  const now = clock();
  if (!takesOver) requireNoOther(row, by, now);
  const isRenewed = isHeldBy(row, by, now);
  const until = new Date(now.getTime() + CLAIM_MS);
  return await caseClaims.put(tx, row.id, { by, now, until }, isRenewed ? row.claimed_at! : now);
}

/** A claim as the API shows it; an expired claim is shown as no claim. */
export function viewClaim(row: CaseRow, now: Date): CaseClaim {
  const claimedBy = claimantOf(row, now);
  const isLive = claimedBy !== null;
  return {
    object: 'case_claim',
    caseId: row.id,
    claimedBy,
    since: isLive ? row.claimed_at!.toISOString() : null,
    until: isLive ? row.claimed_until!.toISOString() : null,
  };
}
