import type { Selectable } from 'kysely';
import type { Handoff, HandoffEvidence } from '../../contract/handoff.ts';
import type { HandoffsTable } from '../db/handoffTable.ts';
import type { CaseRow } from './caseRow.ts';
import { isCredentialOpen, pictureStepOf } from './requirements.ts';

export type HandoffRow = Selectable<HandoffsTable>;

/** Number of wrong entries after which a hand-off ends. */
export const MAX_WRONG_DIGITS = 3;
/** How long a hand-off waits for a phone. */
export const WAIT_MS = 10 * 60_000;

/** Whether no phone joined in time; the sweep that ends the hand-off may run a little later. */
export function isTooLate({ status, created_at }: HandoffRow, now: Date): boolean {
  return status === 'waiting' && now.getTime() - created_at.getTime() > WAIT_MS;
}

/** What a phone does for a case now. */
export function handoffStepNow(
  row: CaseRow,
  { step }: Pick<HandoffRow, 'step'>,
): Pick<Handoff, 'step' | 'isDue'> {
  return step === 'credential' ? { step, isDue: isCredentialOpen(row) } : pictureStepOf(row);
}

/** A hand-off as shown to both devices; one that never started counts as ended, without a reason. */
export function viewHandoff(row: HandoffRow | undefined, ofCase: CaseRow | undefined, now: Date): Handoff {
  if (!row || !ofCase) return NEVER_BEGUN;
  const isOver = isTooLate(row, now);
  return {
    object: 'handoff',
    ...handoffStepNow(ofCase, row),
    status: isOver ? 'ended' : row.status,
    phone: row.phone,
    refusals: row.refusals,
    digitsLeft: MAX_WRONG_DIGITS - row.wrong_digits,
    reason: isOver ? 'no_phone' : row.reason,
  };
}

const NEVER_BEGUN: Handoff = {
  object: 'handoff',
  step: 'selfie',
  isDue: false,
  status: 'ended',
  phone: null,
  refusals: 0,
  digitsLeft: MAX_WRONG_DIGITS,
  reason: null,
};

/** The hand-off as shown to a reviewer; `null` if no phone took part in the selfie. */
export function handoffEvidence(row: HandoffRow | undefined): HandoffEvidence | null {
  if (row?.step !== 'selfie' || !row.phone || row.seconds === null || !row.confirmed_at) return null;
  return {
    seconds: Math.round(row.seconds * 10) / 10,
    sameAddress: row.same_address === true,
    browsers: { computer: row.computer, phone: row.phone },
    wrongDigits: row.wrong_digits,
    refusals: row.refusals,
  };
}
