import type { Kysely } from 'kysely';
import { retryAfterMs } from '../../contract/retryAfterMs.ts';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { type ClaimedDelivery, deliveries } from '../db/store/deliveries.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import { eventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';
import type { WebhookAnswer } from './postWebhook.ts';

const GONE = 410;
const TOO_LONG_MS = 5 * 86_400_000;

/** Records the result of an attempt and schedules the next one. A deleted endpoint has no log. */
export async function recordAttempt(
  context: ServiceContext,
  claimed: ClaimedDelivery,
  answer: WebhookAnswer,
  { at, durationMs }: { at: Date; durationMs: number },
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const end = await noteEndpoint(tx, claimed.endpoint_id, answer, context.clock());
    if (end === 'deleted') return;
    await deliveries.log(tx, {
      case_id: claimed.case_id,
      event_id: claimed.event_id,
      endpoint_id: claimed.endpoint_id,
      attempt: claimed.attempt,
      status: answer.error === null ? 'succeeded' : 'failed',
      at,
      response_status: answer.status,
      error: answer.error,
      duration_ms: durationMs,
    });
    // An endpoint that was disabled meanwhile gets no further attempts.
    if (!(await deliveries.lock(tx, claimed))) return;
    if (!end) return await planNext(context, tx, claimed, answer);
    await deliveries.end(tx, claimed);
    await disableEndpoint(context, tx, claimed.endpoint_id, end);
  });
}

/**
 * Records whether an endpoint is failing. Disabling one needs all its deliveries, so every writer locks the endpoint
 * before its deliveries. The endpoint is read again, because another attempt may have succeeded since the claim.
 * @returns the reason to disable the endpoint; `null` if it stays enabled.
 */
async function noteEndpoint(
  tx: Kysely<Database>,
  id: string,
  { status, error }: WebhookAnswer,
  now: Date,
): Promise<'deleted' | 'gone' | 'failing' | null> {
  const endpoint = await webhookEndpoints.failing(tx, id);
  if (!endpoint) return 'deleted';
  if (error === null) {
    if (endpoint.failing_since) await webhookEndpoints.setFailing(tx, id, null);
    return null;
  }
  if (!endpoint.failing_since) await webhookEndpoints.setFailing(tx, id, now);
  if (status !== GONE && !hasFailedTooLong(endpoint, now)) return null;
  const locked = await webhookEndpoints.lock(tx, id);
  if (!locked) return 'deleted';
  if (status === GONE) return 'gone';
  return hasFailedTooLong(locked, now) ? 'failing' : null;
}

async function planNext(
  context: ServiceContext,
  tx: Kysely<Database>,
  claimed: ClaimedDelivery,
  answer: WebhookAnswer,
): Promise<void> {
  if (answer.error === null) return deliveries.end(tx, claimed);
  const now = context.clock().getTime();
  const delay = retryDelay(claimed.attempt - claimed.schedule_from, {
    scale: context.config.webhooks.timeScale,
    random: Math.random(),
    retryAfterMs: retryAfterMs(answer.retryAfter, now),
  });
  if (delay === null) return deliveries.end(tx, claimed);
  await deliveries.release(tx, claimed, { due_at: new Date(now + delay) });
  context.wake.deliveries.markDirty(tx);
}

/** Whether all attempts have failed for so long that the endpoint counts as abandoned. */
function hasFailedTooLong({ failing_since }: { failing_since: Date | null }, now: Date): boolean {
  return failing_since !== null && now.getTime() - failing_since.getTime() >= TOO_LONG_MS;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before each attempt, counted from the end of the one before it. */
const DELAYS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
const JITTER = 0.1;
const LONGEST_WAIT = 24 * HOUR;

/**
 * The delay before the next attempt after a failure.
 * @param attemptsMade 1 after the first attempt.
 * @param options.scale multiplies the schedule (`WEBHOOK_TIME_SCALE`).
 * @param options.random from 0 up to 1; spreads each delay by ±10 %.
 * @param options.retryAfterMs the receiver's `Retry-After`: a lower bound, at most 24 hours, unscaled.
 * @returns milliseconds from now; `null` after the tenth attempt, which is the last.
 * @see https://github.com/standard-webhooks/standard-webhooks (the schedule that the specification suggests)
 */
export function retryDelay(
  attemptsMade: number,
  options: { scale: number; random: number; retryAfterMs: number | null },
): number | null {
  const delay = DELAYS[attemptsMade];
  if (delay === undefined) return null;
  const spread = 1 - JITTER + 2 * JITTER * options.random;
  return Math.max(delay * options.scale * spread, Math.min(options.retryAfterMs ?? 0, LONGEST_WAIT));
}

/**
 * Disables an endpoint: drops its pending deliveries and emits an event to the other endpoints. No effect if it is
 * disabled already.
 */
export async function disableEndpoint(
  context: ServiceContext,
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
