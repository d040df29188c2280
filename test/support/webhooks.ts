import { onTestFinished } from 'vitest';
import type { Delivery } from '../../src/contract/events.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import type { TestService } from './service.ts';
import { waitFor } from './waitFor.ts';

/** Settings under which test mode may deliver to this machine. */
export const loopback = { webhooks: { ...readConfig({}).webhooks, allowLoopback: true } };

/** A receiver that closes after the test that started it. */
export async function receiver(answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const started = await startReceiver(answer);
  onTestFinished(() => started.close());
  return started;
}

/** Registers an endpoint; it is deleted with the test, so that tests may share a service. */
export async function register(
  { call }: TestService,
  url: string,
  eventTypes?: string[],
): Promise<{ id: string; secret: string }> {
  const { status, body } = await call('POST', '/webhook-endpoints', { json: { url, eventTypes } });
  if (status !== 201) throw new Error(`${status} ${body.code}`);
  onTestFinished(async () => {
    await call('DELETE', `/webhook-endpoints/${body.id}`);
  });
  return body;
}

/** Emits an event and returns its id. */
export async function emit({ call }: TestService, type = 'case.approved'): Promise<string> {
  return (await call('POST', '/test/events', { json: { type } })).body.id;
}

/** The delivery log of an event, newest first. */
export async function log({ call }: TestService, eventId: string): Promise<Delivery[]> {
  return (await call('GET', `/events/${eventId}/deliveries?limit=100`)).body.data;
}

/** Waits until the log of an event has as many attempts that were made, and returns it. */
export async function attempts(service: TestService, eventId: string, min: number): Promise<Delivery[]> {
  let last: Delivery[] = [];
  await waitFor(async () => {
    last = await log(service, eventId);
    return last.filter(({ status }) => status !== 'pending').length >= min;
  }).catch(async (cause) => {
    const { body } = await service.call('GET', '/webhook-endpoints');
    const found = { eventId, last, endpoints: body.data, logged: service.logged().slice(-4000) };
    throw new Error(`not attempted: ${JSON.stringify(found)}`, { cause });
  });
  return last;
}

/** Wakes the delivery loop like a commit does; otherwise it polls within a second. */
export function wake({ deps }: TestService): void {
  deps.wake.deliveries.markDirty(deps.db);
  deps.wake.deliveries.notifyAfterCommit(deps.db);
}
