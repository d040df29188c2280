import type { Kysely } from 'kysely';
import type { EventData, EventType } from '../../contract/events.ts';
import { newId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { events } from '../db/store/events.ts';
import { fitEventData } from './fitEventData.ts';

export interface NewEvent {
  mode: Mode;
  type: EventType;
  at: Date;
  data: EventData;
}

/**
 * Adds an event with its deliveries, in the transaction of what it tells of. Returns its id.
 * @param onlyFor the one endpoint to deliver it to, whatever kinds that one wants; absent: all that want it.
 */
export async function newEvent(
  { wake, metrics }: Context,
  tx: Kysely<Database>,
  { mode, type, at, data }: NewEvent,
  onlyFor?: string,
): Promise<string> {
  const id = newId('evt', at.getTime());
  const fitting = JSON.stringify(fitEventData(data));
  const row = { id, mode, type, created_at: at, case_id: data.caseId, data: fitting };
  if (onlyFor) await events.insertFor(tx, row, onlyFor);
  metrics.event(type, { mode, reasons: data.reasons ?? [] });
  const wanted = onlyFor ? 1 : await events.insert(tx, row);
  if (wanted > 0) wake.deliveries.mark(tx);
  return id;
}
