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
    // An endpoint that was disabled meanwhile gets no more.
    if (!(await deliveries.lock(tx, claimed))) return;
    if (!end) return await planNext(context, tx, claimed, answer);
    await deliveries.end(tx, claimed);
    await disableEndpoint(context, tx, claimed.endpoint_id, end);
  });
}

/**
 * Notes whether an endpoint fails. Whoever disables one needs all its deliveries: the endpoint is written to, or locked,
 * before any of them is, by all alike. It is read anew: since the claim another attempt may have gone through.
 * @returns why it has to be disabled; `null` if it has not.
 */
async function noteEndpoint(
  tx: Kysely<Database>,
  id: string,
  { status, error }: WebhookAnswer,
  now: Date,
): Promise<'deleted' | 'gone' | 'failing' | null> {
  const known = await webhookEndpoints.failing(tx, id);
  if (!known) return 'deleted';
  if (error === null) {
    if (known.failing_since) await webhookEndpoints.setFailing(tx, id, null);
    return null;
  }
  if (!known.failing_since) await webhookEndpoints.setFailing(tx, id, now);
  if (status !== GONE && !hasFailedTooLong(known, now)) return null;
  const locked = await webhookEndpoints.lock(tx, id);
  if (!locked) return 'deleted';
  if (status === GONE) return 'gone';
  return hasFailedTooLong(locked, now) ? 'failing' : null;
}

async function planNext(
  context: Context,
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
  context.wake.deliveries.mark(tx);
}

/** Whether every attempt has failed for so long that the endpoint counts as abandoned. */
function hasFailedTooLong({ failing_since }: { failing_since: Date | null }, now: Date): boolean {
  return failing_since !== null && now.getTime() - failing_since.getTime() >= TOO_LONG_MS;
}
