import type { Event, IdvClient } from 'idv-verify/server';
import type { Customer } from './Customers.ts';
import type { Recorder } from './panel/Recorder.ts';

/** How long the back end of the scenario is away, from the first time that it is asked. */
const AWAY_MS = 8_000;

/** Whether the back end is away for this customer, as their scenario wants it. */
export function isAway(customer: Customer, now = Date.now()): boolean {
  if (customer.choice.scenario !== 'backend_away') return false;
  customer.awaySince ??= now;
  return now - customer.awaySince < AWAY_MS;
}

/** Loses the first delivery of each event of this customer, as their scenario wants it. */
export function isLost(customer: Customer | null, { id }: Event): boolean {
  if (customer?.choice.scenario !== 'webhook_lost' || customer.lost.has(id)) return false;
  customer.lost.add(id);
  return true;
}

/** Ends the session of a customer once they have consented, as their scenario wants it: the service refuses their key from then on. */
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
