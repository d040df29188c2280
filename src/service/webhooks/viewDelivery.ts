import type { Delivery } from '../../contract/events.ts';
import type { LoggedAttempt } from '../db/store/deliveries.ts';

/** An attempt as the delivery log shows it. */
export function viewDelivery(row: LoggedAttempt): Delivery {
  return {
    object: 'delivery',
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    attempt: row.attempt,
    status: row.status,
    at: row.at?.toISOString() ?? null,
    responseStatus: row.response_status,
    error: row.error,
    durationMs: row.duration_ms,
    nextAttemptAt: row.due_at?.toISOString() ?? null,
  };
}
