import type { Kysely } from 'kysely';
import { newEvent } from '../cases/newEvent.ts';
import type { Database } from '../db/schema.ts';
import { deliveries } from '../db/store/deliveries.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import type { Deps } from '../deps.ts';

/**
 * Disables an endpoint: what it still had to get is dropped, and the other endpoints are told. Does nothing if it is
 * disabled already.
 */
export async function disableEndpoint(
  deps: Deps,
  tx: Kysely<Database>,
  endpointId: string,
  reason: 'gone' | 'by_request',
): Promise<void> {
  const now = deps.clock();
  const disabled = await webhookEndpoints.disable(tx, endpointId, now);
  if (!disabled) return;
  await deliveries.failPending(tx, endpointId);
  const data = {
    caseId: null,
    status: null,
    previousStatus: null,
    version: null,
    clientReferenceId: null,
    reasons: [reason],
    endpointId,
  };
  await newEvent(deps, tx, { mode: disabled.mode, type: 'webhook_endpoint.disabled', at: now, data });
}
