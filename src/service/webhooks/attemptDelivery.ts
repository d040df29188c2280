import { SpanKind } from '@opentelemetry/api';
import type { Context } from '../context.ts';
import { type ClaimedDelivery, deliveries } from '../db/store/deliveries.ts';
import { events } from '../db/store/events.ts';
import { viewEvent } from '../events/viewEvent.ts';
import { testModeRules } from '../testmode/testModeRules.ts';
import { inSpan } from '../tracing/inSpan.ts';
import { postWebhook } from './postWebhook.ts';
import { recordAttempt } from './recordAttempt.ts';
import { webhookHeaders } from './webhookHeaders.ts';
import { webhookSecrets } from './webhookSecrets.ts';

/**
 * Makes one attempt that was claimed and writes down how it went. An attempt that `signal` ends counts as not made.
 * Rejects only if the database fails; then the claim runs out and the attempt is made again.
 */
export async function attemptDelivery(
  context: Context,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const at = context.clock();
  const event = await events.findByKey(context.db, claimed);
  // Its retention ended before it was delivered.
  if (!event) return deliveries.end(context.db, claimed);
  const body = JSON.stringify(viewEvent(context.vault, event));
  const message = { id: claimed.event_id, timestamp: Math.floor(at.getTime() / 1000), body };
  const secrets = webhookSecrets.open(context.vault, claimed.endpoint_id, claimed, at);
  const headers = await webhookHeaders(message, secrets);
  const allowLoopback = testModeRules.allowsLoopback(event.mode, context.config);
  const began = performance.now();
  const options = { kind: SpanKind.PRODUCER, attributes: { 'messaging.operation.type': 'send' } };
  const answer = await inSpan(`webhook ${event.type}`, options, (span) =>
    postWebhook({
      url: claimed.url,
      headers: { ...headers, ...span.headers() },
      body,
      allowLoopback,
      signal,
    }),
  ).catch(() => null);
  if (!answer) return deliveries.release(context.db, claimed, { due_at: at, attempt: claimed.attempt - 1 });
  const durationMs = Math.round(performance.now() - began);
  context.metrics.attempt(
    Math.floor((answer.status ?? 0) / 100) === 2 ? 'delivered' : 'failed',
    durationMs / 1000,
  );
  await recordAttempt(context, claimed, answer, { at, durationMs });
  context.log.info('webhook attempt', {
    eventId: claimed.event_id,
    endpointId: claimed.endpoint_id,
    attempt: claimed.attempt,
    status: answer.status,
    error: answer.error,
    ms: durationMs,
  });
}
