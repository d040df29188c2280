import type { Kysely } from 'kysely';
import type { HandoffEnd } from '../../contract/handoff.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { caseIds } from '../db/store/caseIds.ts';
import { handoffs, hashesOf } from '../db/store/handoffs.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';
import { eventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';
import type { CaseRow } from './caseRow.ts';

/**
 * Ends the hand-off of a case, if one is in progress, and deletes its secrets and the phone's key. After a completed
 * selfie, the phone keeps its key until it expires, to show the result of the hand-off.
 */
export async function endHandoff(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  reason: HandoffEnd,
): Promise<void> {
  const handoff = await handoffs.find(tx, row.id);
  if (!handoff || handoff.status === 'done' || handoff.status === 'ended') return;
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
  if (!isDone) await sessionKeys.revokeOf(tx, row.id, 'selfie', now);
  const data = eventData(row, { reasons: [reason] });
  await newEvent(context, tx, { mode: row.mode, type: 'handoff.ended', at: now, data, owner: row });
}
