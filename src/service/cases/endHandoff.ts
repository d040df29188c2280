import type { Kysely } from 'kysely';
import type { HandoffEnd, HandoffReach } from '../../contract/handoff.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { caseIds } from '../db/store/caseIds.ts';
import { credentialChecks } from '../db/store/credentialChecks.ts';
import { handoffs, hashesOf } from '../db/store/handoffs.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';
import { eventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';
import type { CaseRow } from './caseRow.ts';

/**
 * Ends the hand-off of a case, if one is in progress, and deletes its secrets, the phone's key and its open requests to a
 * wallet. After a completed step, the phone keeps its key until it expires, to show the result of the hand-off.
 * @param step only if the hand-off is that of this step.
 */
export async function endHandoff(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  reason: HandoffEnd,
  step?: HandoffReach,
): Promise<void> {
  const handoff = await handoffs.find(tx, row.id);
  if (!handoff || handoff.status === 'done' || handoff.status === 'ended') return;
  if (step && handoff.step !== step) return;
  const now = context.clock();
  const isDone = reason === 'done' && handoff.status === 'confirmed';
  await caseIds.delete(tx, hashesOf(handoff.secrets));
  await handoffs.update(tx, row.id, {
    status: isDone ? 'done' : 'ended',
    reason,
    secrets: '[]',
    address_mark: null,
    ...(!isDone && { digits: null, phone_key: null, phone_cookie: null }),
  });
  context.wake.handoffs.markDirty(tx);
  if (!isDone) await sessionKeys.revokeOf(tx, row.id, 'selfie', now);
  if (handoff.step === 'credential') {
    const open = await credentialChecks.pending(tx, row.id, { byPhone: true });
    await credentialChecks.expire(
      tx,
      row.id,
      open.map(({ id }) => id),
    );
  }
  const data = eventData(row, { reasons: [reason] });
  await newEvent(context, tx, { mode: row.mode, type: 'handoff.ended', at: now, data, owner: row });
}
