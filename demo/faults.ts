import type { Event, IdvClient } from 'idv-verify/server';
import type { Customer } from './Customers.ts';
import type { Recorder } from './panel/Recorder.ts';

/** How long the back end of the scenario is unavailable, from its first request, in milliseconds. */
const AWAY_MS = 8_000;

/** Whether the scenario of this customer makes the back end unavailable now. */
export function isAway(customer: Customer, now = Date.now()): boolean {
  if (customer.choice.scenario !== 'backend_away') return false;
  customer.awaySince ??= now;
  return now - customer.awaySince < AWAY_MS;
}

/** Whether the scenario of this customer loses this delivery: the first of each event. */
export function isLost(customer: Customer | null, { id }: Event): boolean {
  if (customer?.choice.scenario !== 'webhook_lost' || customer.lost.has(id)) return false;
  customer.lost.add(id);
  return true;
}

/**
 * Ends the session of a customer after the consent, if their scenario requires it: the service then refuses their key.
 */
export async function endSession(
  idv: IdvClient,
  recorder: Recorder,
  customer: Customer,
  call: { path: string; ok: boolean },
): Promise<void> {
  const caseId = /\/cases\/(\w+)\/consent$/.exec(call.path)?.[1];
  if (customer.choice.scenario !== 'session_over' || !caseId || !call.ok || customer.hasSessionEnded) return;
  customer.hasSessionEnded = true;
  await recorder.during(customer.id, () => idv.cases.revokeSessionKeys(caseId));
}
