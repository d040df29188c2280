import { describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../../src/server/webhooks/verifyWebhook.ts';
import { deliveries } from '../../../src/service/db/store/deliveries.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { attempts, emit, log, loopback, receiver, register } from '../../support/webhooks.ts';

const services = sharedServices({ config: loopback });
const DAY_MS = 86_400_000;

describe.each(databases)('an endpoint on %s', (database) => {
  test('whose secret is rotated is signed with both for a day', async () => {
    const service = services(database);
    const { url, count } = await receiver();
    const { id, secret: before } = await register(service, url);
    const rotated = await service.call('POST', `/webhook-endpoints/${id}/rotate-secret`);
    expect(rotated.status).toBe(200);
    const { secret: after } = rotated.body;
    expect(after).not.toBe(before);
    // Its attempt is written down before the clock moves on: else it would be made again.
    await attempts(service, await emit(service), 1);
    const [first] = await count(1);
    const now = service.deps.clock().getTime();
    for (const secret of [before, after]) await verifyWebhook(first!.body, first!.headers, secret, { now });
    service.advance(DAY_MS + 1000);
    await emit(service);
    const [, second] = await count(2);
    const later = { now: now + DAY_MS + 1000 };
    await verifyWebhook(second!.body, second!.headers, after, later);
    await expect(verifyWebhook(second!.body, second!.headers, before, later)).rejects.toMatchObject({
      code: 'signature_mismatch',
    });
  });

  test('recovers events that failed finally, and events emitted while it was disabled', async () => {
    const service = services(database);
    const answer = { status: 410 };
    const { url, count } = await receiver((response) => response.writeHead(answer.status).end());
    const { id } = await register(service, url, ['case.approved']);
    service.advance(1000);
    const since = service.deps.clock().toISOString();
    const failed = await emit(service);
    await attempts(service, failed, 1);
    const missed = await emit(service);
    expect(await log(service, missed)).toEqual([]);
    await emit(service, 'case.declined');
    answer.status = 204;
    await service.call('PATCH', `/webhook-endpoints/${id}`, { json: { status: 'enabled' } });
    const reply = await service.call('POST', `/webhook-endpoints/${id}/recover`, { json: { since } });
    expect(reply).toMatchObject({ status: 202, body: { endpointId: id, since, events: 2 } });
    const received = await count(3);
    expect(received.map(({ body }) => JSON.parse(body).id).toSorted()).toEqual(
      [failed, failed, missed].toSorted(),
    );
    // A delivery counts as missed until its arrival is recorded.
    await attempts(service, failed, 2);
    await attempts(service, missed, 1);
    const again = await service.call('POST', `/webhook-endpoints/${id}/recover`, { json: { since } });
    expect(again.body.events).toBe(0);
  });

  test('recovers all events, a few at a time', async () => {
    const service = services(database);
    const { url } = await receiver();
    const { id } = await register(service, url);
    await service.call('PATCH', `/webhook-endpoints/${id}`, { json: { status: 'disabled' } });
    service.advance(1000);
    const since = service.deps.clock();
    for (let number = 0; number < 5; number++) await emit(service);
    const { db } = service.deps;
    expect(await deliveries.recover(db, { id, mode: 'test' }, { since, now: since, limit: 2 })).toBe(5);
    expect(await deliveries.recover(db, { id, mode: 'live' }, { since, now: since, limit: 2 })).toBe(0);
  });
});
