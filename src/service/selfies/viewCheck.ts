import type { Selectable } from 'kysely';
import type { SelfieCheck, SessionSelfieCheck } from '../../contract/selfieCheck.ts';
import type { SelfieChecksTable } from '../db/selfieTables.ts';
import { noSignals } from './noSignals.ts';
import { userMessage } from './userMessage.ts';

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
    signals: row.signals ?? noSignals,
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
