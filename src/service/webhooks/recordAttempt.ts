import type { Kysely } from 'kysely';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { type ClaimedDelivery, deliveries } from '../db/store/deliveries.ts';
import type { Deps } from '../deps.ts';
import { disableEndpoint } from './disableEndpoint.ts';
import type { WebhookAnswer } from './postWebhook.ts';
import { retryAfter } from './retryAfter.ts';
import { retryDelay } from './retryDelay.ts';

const GONE = 410;

/** Writes down how an attempt went and what follows from it. An endpoint that was deleted meanwhile has no log. */
export async function recordAttempt(
  deps: Deps,
  claimed: ClaimedDelivery,
  answer: WebhookAnswer,
  { at, durationMs }: { at: Date; durationMs: number },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    if (!(await deliveries.lock(tx, claimed))) return;
    await deliveries.log(tx, {
      event_id: claimed.event_id,
      endpoint_id: claimed.endpoint_id,
      attempt: claimed.attempt,
      status: answer.error === null ? 'succeeded' : 'failed',
      at,
      response_status: answer.status,
      error: answer.error,
      duration_ms: durationMs,
    });
    await planNext(deps, tx, claimed, answer);
  });
}

async function planNext(
  deps: Deps,
  tx: Kysely<Database>,
  claimed: ClaimedDelivery,
  answer: WebhookAnswer,
): Promise<void> {
  if (answer.error === null) return deliveries.release(tx, claimed, { state: 'succeeded', due_at: null });
  if (answer.status === GONE) {
    await deliveries.release(tx, claimed, { state: 'failed', due_at: null });
    return disableEndpoint(deps, tx, claimed.endpoint_id, 'gone');
  }
  const now = deps.clock().getTime();
  const delay = retryDelay(claimed.attempt - claimed.schedule_from, {
    scale: deps.config.webhooks.timeScale,
    random: Math.random(),
    retryAfterMs: retryAfter(answer.retryAfter, now),
  });
  if (delay === null) return deliveries.release(tx, claimed, { state: 'failed', due_at: null });
  await deliveries.release(tx, claimed, { due_at: new Date(now + delay) });
  deps.bells.deliveries.mark();
}
