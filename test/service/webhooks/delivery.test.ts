import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { Event } from '../../../src/contract/events.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { attempts, emit, log, loopback, receiver, register } from '../../support/webhooks.ts';

const input = { type: 'kyc_individual', returnUrl: 'https://shop.example/back', clientReferenceId: 'c-1' };

const serviceOn = sharedServices({ config: loopback });

describe.each(databases)('deliveries on %s', (database) => {
  test('the event of a new case is delivered at once, signed', async () => {
    const service = serviceOn(database);
    const { url, count } = await receiver();
    const { secret } = await register(service, url);
    const { body } = await service.call('POST', '/cases', { json: input });
    const [webhook] = await count(1, 900);
    const event = new Webhook(secret).verify(webhook!.body, webhook!.headers);
    expect(Event.parse(event)).toMatchObject({
      type: 'case.created',
      mode: 'test',
      data: { caseId: body.id, status: 'requires_input', version: 1, clientReferenceId: 'c-1' },
    });
    expect(webhook!.body).toBe(JSON.stringify(event));
    expect(webhook!.headers['webhook-id']).toBe(Event.parse(event).id);
    expect(Buffer.byteLength(webhook!.body)).toBeLessThan(4096);
  });

  test('only to the endpoints of its mode that want its kind', async () => {
    const service = serviceOn(database);
    const [all, some, other] = [await receiver(), await receiver(), await receiver()];
    await register(service, all.url, ['*']);
    await register(service, some.url, ['case.declined', 'case.approved']);
    await register(service, other.url, ['case.declined']);
    await emit(service, 'case.approved');
    await emit(service, 'case.created');
    await Promise.all([all.count(2), some.count(1)]);
    await emit(service, 'case.declined');
    await Promise.all([all.count(3), some.count(2), other.count(1)]);
    expect([all, some, other].map(({ received }) => received.length)).toEqual([3, 2, 1]);
  });

  test('410 disables the endpoint, drops its deliveries and notifies the other endpoints', async () => {
    const service = serviceOn(database);
    const answer = { status: 500 };
    const gone = await receiver((response) => response.writeHead(answer.status).end());
    const other = await receiver();
    const { id } = await register(service, gone.url);
    await register(service, other.url, ['webhook_endpoint.disabled']);
    const waiting = await emit(service);
    await attempts(service, waiting, 1);
    answer.status = 410;
    const last = await emit(service);
    await attempts(service, last, 1);
    const [received] = await other.count(1);
    expect(JSON.parse(received!.body)).toMatchObject({
      type: 'webhook_endpoint.disabled',
      data: { caseId: null, endpointId: id, reasons: ['gone'] },
    });
    expect((await service.call('GET', `/webhook-endpoints/${id}`)).body.status).toBe('disabled');
    expect((await log(service, waiting)).map(({ status }) => status)).toEqual(['failed']);
    const afterwards = await emit(service);
    expect(await log(service, afterwards)).toEqual([]);
  });
});
