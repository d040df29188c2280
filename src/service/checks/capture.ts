import { timingSafeEqual } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { CaptureFields, ChallengeStep } from '../../contract/selfieCheck.ts';
import { ApiError } from '../apiError.ts';
import { type CaseRow, changeCase } from '../cases/changeCase.ts';
import { requireInput } from '../cases/requireInput.ts';
import { settleCase } from '../cases/settleCase.ts';
import type { Database, SelfieChecksTable } from '../db/schema.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { selfieFrames } from '../db/store/selfieFrames.ts';
import type { Deps } from '../deps.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Frame } from './readFrames.ts';

type CheckRow = Selectable<SelfieChecksTable>;

/**
 * Takes the frames of a selfie check, seals them with the data key of the case and has them judged.
 * @throws {ApiError} `case_state_conflict`, `challenge_expired`, `challenge_mismatch`.
 */
export async function capture(
  deps: Deps,
  tx: Kysely<Database>,
  row: CaseRow,
  check: CheckRow,
  fields: CaptureFields,
  frames: readonly Frame[],
): Promise<CheckRow> {
  requireInput(row, deps.clock());
  requireAnswer(check, fields, deps.clock());
  await selfieFrames.insert(
    tx,
    frames.map(({ step, bytes, mediaType }, position) => ({
      check_id: check.id,
      position,
      step,
      media_type: mediaType,
      sealed: deps.vault.seal(row, `frame ${check.id} ${position}`, bytes),
    })),
  );
  const captured = await selfieChecks.update(tx, check.id, {
    status: 'processing',
    captured_steps: JSON.stringify(fields.steps),
  });
  const selfie = { status: captured.status, id: check.id, completedAt: null };
  // What came of an earlier one must not decide before this one was looked at.
  const facts = JSON.stringify({ ...row.facts, selfie: 'none' });
  const set = { checks: JSON.stringify({ ...row.checks, selfie }), facts, last_error: null };
  const changed = await changeCase(deps, tx, row, { set });
  await enqueue(deps, tx, { kind: 'verify_selfie', subject: check.id });
  await settleCase(deps, tx, changed);
  return captured;
}

function requireAnswer(check: CheckRow, { nonce, steps }: CaptureFields, now: Date): void {
  const open = check.status === 'requires_capture';
  if (check.status === 'expired' || (open && check.challenge_expires_at <= now)) {
    throw new ApiError('challenge_expired', { detail: 'Start a new selfie check.' });
  }
  if (!open) throw new ApiError('challenge_mismatch', { detail: 'A challenge is good for one capture.' });
  if (!isSame(check.nonce, nonce) || !(isSkipped(steps) || steps.join() === check.steps.join())) {
    throw new ApiError('challenge_mismatch', { detail: 'Nonce and steps must be those of the challenge.' });
  }
}

/** Who can't follow the challenge sends the first step alone; a human looks at it. */
function isSkipped(steps: readonly ChallengeStep[]): boolean {
  return steps.length === 1 && steps[0] === 'center';
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
