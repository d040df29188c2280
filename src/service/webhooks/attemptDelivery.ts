import { SpanKind } from '@opentelemetry/api';
import { signWebhook } from '../../contract/webhookSignature.ts';
import type { ServiceContext } from '../context.ts';
import { isDatabaseDown } from '../db/isDatabaseDown.ts';
import { type ClaimedDelivery, deliveries } from '../db/store/deliveries.ts';
import { events } from '../db/store/events.ts';
import { viewEvent } from '../events/viewEvent.ts';
import { errorForLog } from '../log.ts';
import { inSpan } from '../telemetry/tracing.ts';
import { testModeRules } from '../testmode/testModeRules.ts';
import { postWebhook, type WebhookAnswer } from './postWebhook.ts';
import { recordAttempt } from './recordAttempt.ts';
import { webhookSecrets } from './webhookSecrets.ts';

/**
 * Makes one claimed delivery attempt and records its result. An attempt aborted by `signal` does not count. One that
 * cannot be made, for instance because its event is damaged, counts as failed: it is retried on schedule, with a limit.
 * Rejects only if the database fails; the claim then expires and the attempt is made again.
 */
export async function attemptDelivery(
  context: ServiceContext,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const at = context.clock();
  const began = performance.now();
  const answer = await send(context, claimed, signal).catch((error) => {
    if (isDatabaseDown(error)) throw error;
    const { event_id: eventId, endpoint_id: endpointId } = claimed;
    context.log.error('webhook not sent', { eventId, endpointId, ...errorForLog(error) });
    return { status: null, error: 'not_sent', retryAfter: undefined } as const;
  });
  if (answer === 'no event') return deliveries.end(context.db, claimed);
  if (answer === 'cut off')
    return deliveries.release(context.db, claimed, { due_at: at, attempt: claimed.attempt - 1 });
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

/** @returns `no event`: its retention ended before it was delivered. `cut off`: by `signal`. */
async function send(
  { clock, config, db, vault }: ServiceContext,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<WebhookAnswer | 'no event' | 'cut off'> {
  const event = await events.findByKey(db, claimed);
  if (!event) return 'no event';
  const now = clock();
  const body = JSON.stringify(viewEvent(vault, event));
  const message = { id: claimed.event_id, timestamp: Math.floor(now.getTime() / 1000), body };
  const secrets = webhookSecrets.open(vault, claimed.endpoint_id, claimed, now);
  const headers = await webhookHeaders(message, secrets);
  const allowLoopback = testModeRules.allowsLoopback(event.mode, config);
  const options = { kind: SpanKind.PRODUCER, attributes: { 'messaging.operation.type': 'send' } };
  const { url } = claimed;
  try {
    return await inSpan(`webhook ${event.type}`, options, (span) =>
      postWebhook({ url, headers: { ...headers, ...span.headers() }, body, allowLoopback, signal }),
    );
  } catch (error) {
    if (signal.aborted) return 'cut off';
    throw error;
  }
}

/**
 * The headers of one attempt (Standard Webhooks 1.0.0), signed with every current secret.
 * @param message.timestamp seconds since 1970, of the attempt.
 */
export async function webhookHeaders(
  message: { id: string; timestamp: number; body: string },
  secrets: readonly string[],
): Promise<Record<string, string>> {
  const signatures = await Promise.all(secrets.map((secret) => signWebhook(secret, message)));
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(message.body)),
    'User-Agent': 'idv-verify-webhooks/1',
    'Webhook-Id': message.id,
    'Webhook-Timestamp': String(message.timestamp),
    'Webhook-Signature': signatures.join(' '),
  };
}
