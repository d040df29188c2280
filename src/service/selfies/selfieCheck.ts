import type { Kysely, Selectable } from 'kysely';
import { newId } from '../../contract/ids.ts';
import { sizeLimits } from '../../contract/limits.ts';
import {
  type ChallengeMovement,
  type SelfieCheck,
  type SelfieReason,
  type SessionSelfieCheck,
  unmeasured,
} from '../../contract/selfieCheck.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { requireInput, stateConflict } from '../cases/moveCase.ts';
import { agreesToFace, dueOf } from '../cases/requirements.ts';
import type { Database } from '../db/schema.ts';
import type { SelfieChecksTable } from '../db/selfieTables.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { isLeftToReviewer, newChallenge } from './drawChallenge.ts';
import { endSelfie } from './endSelfie.ts';
import type { SelfieCheckContext } from './selfieContext.ts';
import { noSignals } from './selfieFacts.ts';

type CheckRow = Selectable<SelfieChecksTable>;

interface StartOptions {
  asks: 'page' | 'back end';
  /** The movement that the person cannot do. */
  stuckAt?: ChallengeMovement | undefined;
}

/**
 * Starts a selfie check with a challenge. A check that still waits for its capture keeps its challenge until it
 * expires, unless the person is stuck at a movement. Otherwise an attacker could redraw until the challenge fits a
 * recording. Two redraws per attempt are free, including those after an expired challenge; each further redraw costs an
 * attempt. A second movement that the person cannot do ends the movements without a price: the next challenge is one
 * picture, which a reviewer judges.
 * @returns the check; `null` if the redraw would have used the last attempt: the case then goes to a reviewer.
 * @throws {ApiError} `case_state_conflict`, `consent_required`, `attempts_exhausted`.
 */
export async function startCheck(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { asks, stuckAt }: StartOptions,
): Promise<CheckRow | null> {
  const now = context.clock();
  requireInput(row, now);
  if (!agreesToFace(row.consent)) throw new ApiError('consent_required');
  // The page gets the same answer whatever the result of its last picture, because a picture that could not be judged
  // costs no attempt.
  if (asks === 'back end' && row.attempts_left === 0) throw new ApiError('attempts_exhausted');
  if (!dueOf(row).includes('selfie')) throw stateConflict(row.status);
  const open = await selfieChecks.findOpen(tx, row.id);
  const isStuck = stuckAt !== undefined && open?.steps.includes(stuckAt) === true;
  if (open && open.expires_at > now && !isStuck) return open;
  if (isStuck) await selfieChecks.update(tx, open!, { stuck_at: stuckAt });
  const avoided = await selfieChecks.stuckAt(tx, row.id);
  const isFree = isStuck && isLeftToReviewer(avoided);
  const isPaid = !isFree && row.challenges_drawn > sizeLimits.challengeRedraws;
  if (isPaid && row.attempts_left <= 1) {
    await endSelfie(context, tx, row);
    return null;
  }
  await selfieChecks.expireOpen(tx, row.id);
  return await draw(context, tx, row, { avoided, isPaid });
}

async function draw(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { avoided, isPaid }: { avoided: ChallengeMovement[]; isPaid: boolean },
): Promise<CheckRow> {
  const now = context.clock();
  const challenge = newChallenge(now, avoided);
  const draws = (await selfieChecks.count(tx, row.id)) + 1;
  const check = await selfieChecks.insert(tx, {
    id: newId('bio', now.getTime()),
    mode: row.mode,
    case_id: row.id,
    status: 'requires_capture',
    attempt: (await selfieChecks.countJudged(tx, row.id)) + 1,
    nonce: challenge.nonce,
    steps: JSON.stringify(challenge.steps),
    expires_at: new Date(challenge.expiresAt),
    liveness: JSON.stringify(unmeasured),
    face_match: JSON.stringify(unmeasured),
    reasons: '[]',
    signals: JSON.stringify({ ...noSignals, draws, stuckAt: avoided }),
    created_at: now,
  });
  const selfie = { status: check.status, id: check.id, completedAt: null };
  await changeCase(context, tx, row, {
    set: {
      checks: JSON.stringify({ ...row.checks, selfie }),
      challenges_drawn: isPaid ? 1 : row.challenges_drawn + 1,
      ...(isPaid && { attempts_left: row.attempts_left - 1 }),
    },
  });
  return check;
}

/**
 * Resets the time limit of a live challenge, since not everybody is done in two minutes. At most ten times.
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
  if (check.status === 'expired' || (check.status === 'requires_capture' && check.expires_at <= now))
    throw new ApiError('challenge_expired', {
      detail: 'The challenge has expired. Start a new selfie check.',
    });
  if (check.status !== 'requires_capture')
    throw new ApiError('challenge_mismatch', {
      detail: 'The challenge was answered already. Start a new selfie check.',
    });
  const longest =
    check.created_at.getTime() + (1 + sizeLimits.challengeExtensions) * sizeLimits.challengeSeconds * 1000;
  const until = Math.min(now.getTime() + sizeLimits.challengeSeconds * 1000, longest);
  return selfieChecks.update(tx, check, { expires_at: new Date(until) });
}

type Row = Selectable<SelfieChecksTable>;

/** A selfie check as the customer's back end sees it. */
export function viewCheck(row: Row): SelfieCheck {
  return {
    id: row.id,
    object: 'selfie_check',
    mode: row.mode,
    caseId: row.case_id,
    status: row.status,
    attempt: row.attempt,
    challenge: { nonce: row.nonce, steps: row.steps, expiresAt: row.expires_at.toISOString() },
    liveness: row.liveness,
    faceMatch: row.face_match,
    reasons: row.reasons,
    engine: row.engine,
    signals: { ...noSignals, ...row.signals },
    userMessage: row.status === 'failed' && row.reasons[0] ? userMessage(row.reasons[0]) : null,
    createdAt: row.created_at.toISOString(),
    completedAt: row.status === 'processing' ? null : (row.completed_at?.toISOString() ?? null),
  };
}

/**
 * A selfie check as the page sees it: no scores, no verdict. The reason is shown only while the case asks for another
 * picture; a final check looks the same whether it passed or failed.
 */
export function viewSessionCheck(row: Row, { asksAgain = false } = {}): SessionSelfieCheck {
  const { id, object, mode, caseId, status, challenge, userMessage, reasons } = viewCheck(row);
  // Whether its pictures were judged would tell how the case was decided meanwhile.
  const isDropped = status === 'expired' && row.captured_steps !== null;
  // One that is compared again stays over: which ones are would tell how they were judged.
  const isAgain = status === 'processing' && row.completed_at !== null;
  const isOver =
    isDropped || isAgain || status === 'passed' || status === 'failed' || status === 'inconclusive';
  return {
    id,
    object,
    mode,
    caseId,
    status: isOver ? 'completed' : status,
    challenge,
    userMessage: asksAgain ? userMessage : null,
    reason: (asksAgain && reasons[0]) || null,
  };
}

/** Advice to the person after a selfie that did not pass. Reveals nothing about the judgement. */
export function userMessage(reason: SelfieReason): string {
  return MESSAGES[reason];
}

const MESSAGES: Record<SelfieReason, string> = {
  selfie_no_face: 'We could not see a face. Hold the camera in front of your face.',
  selfie_multiple_faces: 'We saw more than one face. Please take the picture alone.',
  selfie_low_quality: 'The picture was not clear enough. Hold still and try again.',
  selfie_too_dark: 'The picture was too dark. Find more light and try again.',
  selfie_occluded: 'Something covered your face. Take off sunglasses or a mask and try again.',
  selfie_challenge_failed: 'The movements did not fit. Follow the steps on the screen and try again.',
  selfie_challenge_skipped: 'A person will look at your picture.',
  selfie_trail_missing: 'A person will look at your picture.',
  selfie_take_interrupted: 'The pictures were not one recording. Please try again without a break.',
  selfie_faces_doubtful: 'The pictures did not fit together well. Please try again in good light.',
  selfie_reference_undecided: 'We could not compare the picture well enough. Please try again in good light.',
  selfie_different_faces: 'The pictures did not fit together. Please try again alone.',
  selfie_face_mismatch: 'We could not confirm that it is you. Please try again in good light.',
  selfie_spoof_suspected: 'We could not confirm the picture. Please try again.',
  selfie_replayed: 'We could not confirm the picture. Please try again.',
  check_failed: 'A person will look at your picture.',
  pictures_lost: 'A person will look at your picture.',
};
