import type { Kysely } from 'kysely';
import type { EventType } from '../../contract/events.ts';
import { newId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Context } from '../context.ts';
import type { DataKeyOwner } from '../crypto/vault.ts';
import type { Database, StoredEventData } from '../db/schema.ts';
import { events } from '../db/store/events.ts';
import { eventWords } from './eventWords.ts';

export interface NewEvent {
  mode: Mode;
  type: EventType;
  at: Date;
  data: StoredEventData;
  /** The case that it tells of; `null` if it tells of none that there is. */
  owner: DataKeyOwner | null;
}

/**
 * Adds an event with its deliveries, in the transaction of what it tells of. Returns its id.
 * @param onlyFor the one endpoint to deliver it to, whatever kinds that one wants; absent: all that want it.
 */
export async function newEvent(
  { wake, metrics, vault }: Context,
  tx: Kysely<Database>,
  { mode, type, at, data, owner }: NewEvent,
  onlyFor?: string,
): Promise<string> {
  const id = newId('evt', at.getTime());
  const { data: told, words } = eventWords.seal(vault, { id, owner }, data);
  const row = {
    id,
    mode,
    type,
    created_at: at,
    case_id: data.caseId ?? '',
    data: JSON.stringify(told),
    words,
  };
  if (onlyFor) await events.insertFor(tx, row, onlyFor);
  metrics.event(type, { mode, reasons: told.reasons });
  const wanted = onlyFor ? 1 : await events.insert(tx, row);
  if (wanted > 0) wake.deliveries.mark(tx);
  return id;
}
