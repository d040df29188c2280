import { type ClaimedDelivery, deliveries } from '../db/store/deliveries.ts';
import type { Deps } from '../deps.ts';
import { postWebhook } from './postWebhook.ts';
import { recordAttempt } from './recordAttempt.ts';
import { viewEvent } from './viewEvent.ts';
import { webhookHeaders } from './webhookHeaders.ts';
import { webhookSecrets } from './webhookSecrets.ts';

/**
 * Makes one attempt that was claimed and writes down how it went. An attempt that `signal` ends counts as not made.
 * Rejects only if the database fails; then the claim runs out and the attempt is made again.
 */
export async function attemptDelivery(
  deps: Deps,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const at = deps.clock();
  const body = JSON.stringify(viewEvent({ ...claimed, id: claimed.event_id }));
  const message = { id: claimed.event_id, timestamp: Math.floor(at.getTime() / 1000), body };
  const secrets = webhookSecrets.open(deps.vault, claimed.endpoint_id, claimed, at);
  const headers = await webhookHeaders(message, secrets);
  const allowLoopback = claimed.mode === 'test' && deps.config.webhooks.allowLoopback;
  const began = performance.now();
  const answer = await postWebhook({ url: claimed.url, headers, body, allowLoopback, signal }).catch(
    () => null,
  );
  if (!answer) return deliveries.release(deps.db, claimed, { due_at: at, attempt: claimed.attempt - 1 });
  const durationMs = Math.round(performance.now() - began);
  await recordAttempt(deps, claimed, answer, { at, durationMs });
  deps.log.info('webhook attempt', {
    eventId: claimed.event_id,
    endpointId: claimed.endpoint_id,
    attempt: claimed.attempt,
    status: answer.status,
    error: answer.error,
    ms: durationMs,
  });
}
