import type { Selectable } from 'kysely';
import { apiVersion, type Event } from '../../contract/events.ts';
import type { EventsTable } from '../db/schema.ts';

/** An event as it is read and sent. */
export function viewEvent(
  row: Pick<Selectable<EventsTable>, 'id' | 'type' | 'created_at' | 'mode' | 'data'>,
): Event {
  return {
    id: row.id,
    type: row.type,
    timestamp: row.created_at.toISOString(),
    mode: row.mode,
    apiVersion,
    data: row.data,
  };
}
