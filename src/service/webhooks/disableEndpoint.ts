import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { deliveries } from '../db/store/deliveries.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import { eventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';

/**
 * Disables an endpoint: what it still had to get is dropped, and the other endpoints are told. Does nothing if it is
 * disabled already.
 */
export async function disableEndpoint(
  context: Context,
  tx: Kysely<Database>,
  endpointId: string,
  reason: 'gone' | 'failing' | 'by_request',
): Promise<void> {
  const now = context.clock();
  const disabled = await webhookEndpoints.disable(tx, endpointId, now);
  if (!disabled) return;
  await deliveries.endAll(tx, endpointId);
  const data = eventData(null, { reasons: [reason], endpointId });
  const event = { type: 'webhook_endpoint.disabled', at: now, data, owner: null } as const;
  await newEvent(context, tx, { mode: disabled.mode, ...event });
}
