import type { Kysely } from 'kysely';
import { retryAfterMs } from '../../contract/retryAfterMs.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { type ClaimedDelivery, deliveries } from '../db/store/deliveries.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import { disableEndpoint } from './disableEndpoint.ts';
import type { WebhookAnswer } from './postWebhook.ts';
import { retryDelay } from './retryDelay.ts';

const GONE = 410;
const TOO_LONG_MS = 5 * 86_400_000;

/** Writes down how an attempt went and what follows from it. An endpoint that was deleted meanwhile has no log. */
export async function recordAttempt(
  context: Context,
  claimed: ClaimedDelivery,
  answer: WebhookAnswer,
  { at, durationMs }: { at: Date; durationMs: number },
): Promise<void> {
  await inTransaction(context, async (tx) => {
    // Whoever disables an endpoint needs all its deliveries: the endpoint is locked before any of them, by all alike.
    const mayDisable = answer.status === GONE || hasFailedTooLong(claimed, context.clock().getTime());
    if (mayDisable) await webhookEndpoints.lock(tx, claimed.endpoint_id);
    if (!(await webhookEndpoints.isThere(tx, claimed.endpoint_id))) return;
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
    // An endpoint that was disabled meanwhile gets no more.
    if (await deliveries.lock(tx, claimed)) await planNext(context, tx, claimed, answer);
  });
}

async function planNext(
  context: Context,
  tx: Kysely<Database>,
  claimed: ClaimedDelivery,
  answer: WebhookAnswer,
): Promise<void> {
  if (answer.error === null) {
    if (claimed.failing_since) await webhookEndpoints.setFailing(tx, claimed.endpoint_id, null);
    return deliveries.end(tx, claimed);
  }
  if (answer.status === GONE) {
    await deliveries.end(tx, claimed);
    return disableEndpoint(context, tx, claimed.endpoint_id, 'gone');
  }
  const now = context.clock().getTime();
  if (!claimed.failing_since) await webhookEndpoints.setFailing(tx, claimed.endpoint_id, context.clock());
  if (hasFailedTooLong(claimed, now)) {
    await deliveries.end(tx, claimed);
    return disableEndpoint(context, tx, claimed.endpoint_id, 'failing');
  }
  const delay = retryDelay(claimed.attempt - claimed.schedule_from, {
    scale: context.config.webhooks.timeScale,
    random: Math.random(),
    retryAfterMs: retryAfterMs(answer.retryAfter, now),
  });
  if (delay === null) return deliveries.end(tx, claimed);
  await deliveries.release(tx, claimed, { due_at: new Date(now + delay) });
  context.wake.deliveries.mark(tx);
}

/** Whether every attempt has failed for so long that the endpoint counts as abandoned. */
function hasFailedTooLong({ failing_since }: ClaimedDelivery, now: number): boolean {
  return failing_since !== null && now - failing_since.getTime() >= TOO_LONG_MS;
}
