import type { Selectable } from 'kysely';
import type { WebhookEndpoint } from '../../contract/webhookEndpoint.ts';
import type { WebhookEndpointsTable } from '../db/schema.ts';

/** A webhook endpoint as it is read: without its secret. */
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
