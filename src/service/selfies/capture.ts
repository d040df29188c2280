import type { Kysely, Selectable } from 'kysely';
import type { CaptureFields, ChallengeStep } from '../../contract/selfieCheck.ts';
import { ApiError } from '../ApiError.ts';
import { advanceCase } from '../cases/advanceCase.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { requireInput } from '../cases/moveCase.ts';
import { agreesToFace } from '../cases/requirements.ts';
import { isSameSecret } from '../crypto/isSameSecret.ts';
import { purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import type { SelfieChecksTable } from '../db/selfieTables.ts';
import { selfieChecks, selfieFrames, selfieTrails } from '../db/store/selfieChecks.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { StoredPicture } from '../pictures/Pictures.ts';
import type { Frame } from './readCapture.ts';
import { packRecording, type Recording } from './recording.ts';
import type { SelfieCheckContext } from './selfieContext.ts';

type CheckRow = Selectable<SelfieChecksTable>;

/** The pictures of a capture, sealed with the data key of the case. */
export interface StoredCapture {
  frames: readonly ({ step: ChallengeStep; mediaType: string } & StoredPicture)[];
  /** `null` without a recording. */
  trail: StoredPicture | null;
}

/**
 * Stores the pictures of a capture, before the transaction of `capture`.
 * @throws {PictureStoreAway}
 */
export async function keepCapture(
  { pictures }: Pick<SelfieCheckContext, 'pictures'>,
  row: DataKeyOwner,
  checkId: string,
  { frames, recording }: { frames: readonly Frame[]; recording: Recording | null },
): Promise<StoredCapture> {
  const [kept, trail] = await Promise.all([
    Promise.all(
      frames.map(async ({ step, bytes, mediaType }, position) => ({
        step,
        mediaType,
        ...(await pictures.keep(row, purposes.frame(checkId, position), bytes)),
      })),
    ),
    recording && pictures.keep(row, purposes.trail(checkId), packRecording(recording)),
  ]);
  return { frames: kept, trail };
}

/**
 * Records the pictures of a selfie check, and enqueues their judgement.
 * @throws {ApiError} `case_state_conflict`, `challenge_expired`, `challenge_mismatch`.
 */
export async function capture(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  check: CheckRow,
  { fields, stored }: { fields: CaptureFields; stored: StoredCapture },
): Promise<CheckRow> {
  requireCapture(row, check, fields, context.clock());
  await selfieFrames.insert(
    tx,
    stored.frames.map(({ mediaType, ...frame }, position) => ({
      case_id: row.id,
      check_id: check.id,
      position,
      media_type: mediaType,
      ...frame,
    })),
  );
  if (stored.trail) {
    await selfieTrails.insert(tx, {
      case_id: row.id,
      check_id: check.id,
      ...stored.trail,
      received_at: context.clock(),
    });
  }
  const captured = await selfieChecks.update(tx, check, {
    status: 'processing',
    captured_steps: JSON.stringify(fields.steps),
  });
  const selfie = { status: captured.status, id: check.id, completedAt: null };
  // The result of an earlier capture must not decide before this capture is judged.
  const facts = JSON.stringify({ ...row.facts, selfie: 'none' });
  const set = {
    checks: JSON.stringify({ ...row.checks, selfie }),
    facts,
    last_error: null,
    pictures_deleted_at: null,
  };
  const changed = await changeCase(context, tx, row, { set });
  await enqueue(context, tx, { kind: 'verify_selfie', row, subject: check.id });
  await advanceCase(context, tx, changed);
  return captured;
}

/**
 * Refuses a capture that does not answer the open challenge. Called before pictures are decoded, which is expensive.
 * @throws {ApiError} `case_state_conflict`, `consent_required`, `challenge_expired`, `challenge_mismatch`.
 */
export function requireCapture(
  row: CaseRow,
  check: Pick<CheckRow, 'status' | 'expires_at' | 'nonce' | 'steps'>,
  { nonce, steps }: CaptureFields,
  now: Date,
): void {
  requireInput(row, now);
  if (!agreesToFace(row.consent)) throw new ApiError('consent_required');
  const open = check.status === 'requires_capture';
  if (check.status === 'expired' || (open && check.expires_at <= now)) {
    throw new ApiError('challenge_expired', {
      detail: 'The challenge has expired. Start a new selfie check.',
    });
  }
  if (!open)
    throw new ApiError('challenge_mismatch', {
      detail: 'The challenge was used already. Start a new selfie check.',
    });
  if (!isSameSecret(check.nonce, nonce) || !(isSkipped(steps) || steps.join() === check.steps.join())) {
    throw new ApiError('challenge_mismatch', {
      detail: 'Nonce or steps differ from those of the challenge. Send those of the challenge unchanged.',
    });
  }
}

/** Whether the challenge was skipped: a person who cannot follow it sends the first step only, for a reviewer. */
function isSkipped(steps: readonly ChallengeStep[]): boolean {
  return steps.length === 1 && steps[0] === 'center';
}
