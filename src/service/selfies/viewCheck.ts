import type { Selectable } from 'kysely';
import type { SelfieCheck, SelfieReason, SessionSelfieCheck } from '../../contract/selfieCheck.ts';
import type { SelfieChecksTable } from '../db/selfieTables.ts';
import { noSignals } from './selfieFacts.ts';

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
    challenge: { nonce: row.nonce, steps: row.steps, expiresAt: row.challenge_expires_at.toISOString() },
    liveness: row.liveness,
    faceMatch: row.face_match,
    reasons: row.reasons,
    engine: row.engine,
    signals: { ...noSignals, ...row.signals },
    userMessage: row.status === 'failed' && row.reasons[0] ? userMessage(row.reasons[0]) : null,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}

/**
 * A selfie check as the page sees it: never a score, never a verdict. What was wrong is told only as long as the case
 * asks for another picture: a check with nothing wrong that is the last one looks the same.
 */
export function viewSessionCheck(row: Row, { asksAgain = false } = {}): SessionSelfieCheck {
  const { id, object, mode, caseId, status, challenge, userMessage, reasons } = viewCheck(row);
  const isOver = status === 'passed' || status === 'failed' || status === 'inconclusive';
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

/** What a person can do about a selfie that did not pass. Says nothing of how it was judged. */
function userMessage(reason: SelfieReason): string {
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
  selfie_take_interrupted: 'The pictures were not one take. Please try again without a break.',
  selfie_faces_doubtful: 'The pictures did not fit together well. Please try again in good light.',
  selfie_reference_undecided: 'We could not compare the picture well enough. Please try again in good light.',
  selfie_different_faces: 'The pictures did not fit together. Please try again alone.',
  selfie_face_mismatch: 'We could not confirm that it is you. Please try again in good light.',
  selfie_spoof_suspected: 'We could not confirm the picture. Please try again.',
  selfie_replayed: 'We could not confirm the picture. Please try again.',
};
