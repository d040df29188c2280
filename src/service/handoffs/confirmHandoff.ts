import type { Kysely } from 'kysely';
import type { Handoff, HandoffReach } from '../../contract/handoff.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { endHandoff } from '../cases/endHandoff.ts';
import { MAX_WRONG_DIGITS, viewHandoff } from '../cases/handoffView.ts';
import { stateConflict } from '../cases/moveCase.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import { handoffs } from '../db/store/handoffs.ts';

/**
 * Checks the digits shown on the phone, as entered on the computer. They show that the same person, or two people in
 * contact, use both devices. Three wrong entries end the hand-off.
 * @returns the hand-off; or a refusal that changed rows: `validation_failed`.
 * @throws {ApiError} `case_state_conflict` if no phone has joined.
 */
export async function confirmHandoff(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  digits: string,
): Promise<Handoff | ApiError> {
  const handoff = await handoffs.find(tx, row.id);
  if (handoff?.status === 'confirmed') return viewHandoff(handoff, row, context.clock());
  if (handoff?.status !== 'joined' || !handoff.digits) throw stateConflict(row.status);
  context.wake.handoffs.markDirty(tx);
  if (context.vault.open(row, purposes.handoffDigits, handoff.digits).toString() === digits) {
    const now = context.clock();
    const confirmed = await handoffs.update(tx, row.id, { status: 'confirmed', confirmed_at: now });
    return viewHandoff(confirmed, row, now);
  }
  const wrongDigits = handoff.wrong_digits + 1;
  await handoffs.update(tx, row.id, { wrong_digits: wrongDigits });
  if (wrongDigits >= MAX_WRONG_DIGITS) await endHandoff(context, tx, row, 'wrong_digits');
  const detail = 'The digits differ from those on the phone. Enter them again.';
  return new ApiError('validation_failed', {
    errors: [{ pointer: '#/digits', code: 'digits_mismatch', detail }],
  });
}

/**
 * Checks that the phone may start its step.
 * @throws {ApiError} `handoff_unconfirmed` before the digits were entered, and after the end of the hand-off.
 */
export async function requireConfirmed(
  tx: Kysely<Database>,
  caseId: string,
  step: HandoffReach,
): Promise<void> {
  const handoff = await handoffs.find(tx, caseId);
  if (handoff?.status === 'confirmed' && handoff.step === step) return;
  throw new ApiError('handoff_unconfirmed', {
    detail: 'The digits of the phone were not entered yet. Enter them on the computer first.',
  });
}
