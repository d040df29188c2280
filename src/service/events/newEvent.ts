import type { Kysely } from 'kysely';
import type { EventType } from '../../contract/events.ts';
import { newId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import type { ServiceContext } from '../context.ts';
import type { DataKeyOwner } from '../crypto/vault.ts';
import type { Database, StoredEventData } from '../db/schema.ts';
import { events } from '../db/store/events.ts';
import { reasonCodes, sealedFreeText } from './sealedFreeText.ts';

export interface NewEvent {
  mode: Mode;
  type: EventType;
  at: Date;
  data: StoredEventData;
  /** The owner whose data key seals the event; `null` if it has none. */
  owner: DataKeyOwner | null;
}

/**
 * Adds an event and one delivery for each endpoint that subscribes to it, in the transaction of the change. The loop in
 * `background/startDeliveries.ts` finds the deliveries by their rows.
 * @param onlyFor the only endpoint to deliver to, whatever its subscriptions; absent: every subscribed endpoint.
 * @returns the id of the event.
 */
export async function newEvent(
  context: ServiceContext,
  tx: Kysely<Database>,
  event: NewEvent,
  onlyFor?: string,
): Promise<string> {
  const row = eventRow(context, event);
  if (onlyFor) await events.insertFor(tx, row, onlyFor);
  eventWritten(context, tx, event, onlyFor ? 1 : await events.insert(tx, row));
  return row.id;
}

/** The stored form of an event. */
export function eventRow({ vault }: ServiceContext, { mode, type, at, data, owner }: NewEvent) {
  const id = newId('evt', at.getTime());
  const { data: masked, words } = sealedFreeText.seal(vault, { id, owner }, data);
  return {
    id,
    mode,
    type,
    created_at: at,
    case_id: data.caseId ?? '',
    data: JSON.stringify(masked),
    words,
  };
}

/**
 * Counts an added event in the metrics, and wakes the delivery loop after the commit.
 * @param deliveryCount the number of subscribed endpoints.
 */
export function eventWritten(
  { wake, metrics }: ServiceContext,
  tx: Kysely<Database>,
  { mode, type, data, owner }: NewEvent,
  deliveryCount: number,
): void {
  metrics.event(type, { mode, reasons: owner ? reasonCodes(data.reasons) : data.reasons });
  if (deliveryCount > 0) wake.deliveries.markDirty(tx);
}
