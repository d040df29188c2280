import type { Selectable } from 'kysely';
import type { Delivery } from '../../contract/events.ts';
import { isId } from '../../contract/ids.ts';
import type { WebhookEndpoint } from '../../contract/webhookEndpoint.ts';
import { ApiError } from '../ApiError.ts';
import type { WebhookEndpointsTable } from '../db/schema.ts';
import type { LoggedAttempt } from '../db/store/deliveries.ts';

/** A webhook endpoint as shown by the API: without its secret. */
export function viewWebhookEndpoint(row: Selectable<WebhookEndpointsTable>): WebhookEndpoint {
  return {
    id: row.id,
    object: 'webhook_endpoint',
    mode: row.mode,
    url: row.url,
    eventTypes: row.event_types,
    description: row.description,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

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

/** Cursors of the delivery log: the number of an attempt and its endpoint. Opaque to callers. */
export const deliveryCursor = {
  write: ({ attempt, endpoint_id }: { attempt: number; endpoint_id: string }): string =>
    Buffer.from(`${attempt} ${endpoint_id}`, 'latin1').toString('base64url'),

  /** @throws {ApiError} `cursor_invalid` for any text that is not a cursor of this log. */
  read: (text: string): { attempt: number; endpointId: string } => {
    const [attempt = '', endpointId = ''] = Buffer.from(text, 'base64url').toString('latin1').split(' ');
    const key = { attempt: Number(attempt), endpoint_id: endpointId };
    if (!/^\d{1,9}$/.test(attempt) || !isId('we', endpointId) || deliveryCursor.write(key) !== text) {
      throw new ApiError('cursor_invalid');
    }
    return { attempt: key.attempt, endpointId };
  },
};
