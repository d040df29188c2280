import { describe, expect, test } from 'vitest';
import { Delivery, Event, EventType } from '../../../src/contract/events.ts';
import { newId } from '../../../src/contract/ids.ts';
import { capturedDocument } from '../../support/capturedDocument.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { attempts, emit, log, loopback, receiver, register } from '../../support/webhooks.ts';

const serviceOn = sharedServices({ config: loopback });

describe.each(databases)('events on %s', (database) => {
  test('of every kind can be emitted and read', async () => {
    const { call, keys } = serviceOn(database);
    for (const type of EventType.options) {
      const emitted = await call('POST', '/test/events', { json: { type } });
      expect(emitted.status).toBe(201);
      expect(Event.parse(emitted.body)).toMatchObject({ type, mode: 'test' });
      expect((await call('GET', `/events/${emitted.body.id}`)).body).toEqual(emitted.body);
    }
    const inLive = await call('POST', '/test/events', { json: { type: 'case.created' }, key: keys.live });
    expect(inLive).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  });

  test('are listed newest first, by kind and by case, in pages', async () => {
    const service = serviceOn(database);
    const ids: string[] = [];
    for (let number = 0; number < 3; number++) {
      service.advance(1);
      ids.unshift(await emit(service, 'case.declined'));
    }
    const { call } = service;
    const first = (await call('GET', '/events?type=case.declined&limit=2')).body;
    expect(first.data.map(({ id }: Event) => id)).toEqual(ids.slice(0, 2));
    const next = (await call('GET', `/events?type=case.declined&limit=1&cursor=${first.nextCursor}`)).body;
    expect(next.data.map(({ id }: Event) => id)).toEqual([ids[2]]);
    const { caseId } = first.data[0].data;
    expect((await call('GET', `/events?caseId=${caseId}`)).body.data).toEqual([first.data[0]]);
    const broken = await call('GET', `/events?cursor=${first.nextCursor}x`);
    expect(broken).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } });
  });

  test('of the other mode are not found', async () => {
    const service = serviceOn(database);
    const id = await emit(service);
    const key = service.keys.live;
    expect((await service.call('GET', '/events', { key })).body.data).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/deliveries'],
      ['POST', '/redeliver'],
    ] as const) {
      const json = method === 'POST' ? {} : undefined;
      const reply = await service.call(method, `/events/${id}${path}`, { key, json });
      expect(reply).toMatchObject({ status: 404, body: { code: 'resource_not_found' } });
    }
  });

  test('are deleted after 90 days, with their deliveries', async () => {
    const service = serviceOn(database);
    const { url } = await receiver();
    await register(service, url);
    const old = await emit(service);
    await attempts(service, old, 1);
    service.advance(89 * 86_400_000);
    await service.tick();
    expect((await service.call('GET', `/events/${old}`)).status).toBe(200);
    const young = await emit(service);
    service.advance(2 * 86_400_000);
    await service.tick();
    expect((await service.call('GET', `/events/${old}`)).status).toBe(404);
    expect((await service.call('GET', `/events/${young}`)).status).toBe(200);
  });
});

describe.each(databases)('events of a case on %s', (database) => {
  test('tell its latest document, once one was begun', async () => {
    const service = serviceOn(database);
    const { id, read } = await capturedDocument(service);
    const { document } = (await read()).checks;
    const { body } = await service.call('GET', `/events?caseId=${id}`);
    const dataOf = (type: string) => {
      const event = body.data.find((one: Event) => one.type === type);
      expect(Event.parse(event)).toEqual(event);
      return event.data;
    };
    expect(dataOf('case.created')).toMatchObject({ document: null });
    expect(dataOf('case.in_review')).toMatchObject({ document: { id: document.id, status: 'captured' } });
    expect(dataOf('document_check.completed')).not.toHaveProperty('document');
  });
});

describe.each(databases)('the delivery log on %s', (database) => {
  test('shows each attempt and the next one, in pages', async () => {
    const service = serviceOn(database);
    const bad = await receiver((response) => response.writeHead(503).end());
    const good = await receiver();
    const endpoints = [await register(service, bad.url), await register(service, good.url)];
    const id = await emit(service);
    const all = await attempts(service, id, 2);
    for (const delivery of all) expect(Delivery.parse(delivery)).toEqual(delivery);
    expect(all[0]).toMatchObject({ attempt: 2, endpointId: endpoints[0]!.id, status: 'pending' });
    expect(
      all
        .slice(1)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['failed', 'succeeded']);
    const paged: Delivery[] = [];
    for (let cursor = ''; paged.length < 4; ) {
      const { body } = await service.call('GET', `/events/${id}/deliveries?limit=1${cursor}`);
      paged.push(...body.data);
      if (!body.hasMore) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(paged).toEqual(all);
    const broken = await service.call('GET', `/events/${id}/deliveries?cursor=MSB4`);
    expect(broken).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } });
  });
});

describe.each(databases)('a redelivery on %s', (database) => {
  test('goes to all endpoints or to one', async () => {
    const service = serviceOn(database);
    const [one, two] = [await receiver(), await receiver()];
    const endpoint = await register(service, one.url);
    await register(service, two.url);
    const id = await emit(service);
    await attempts(service, id, 2);
    const again = (json: object) => service.call('POST', `/events/${id}/redeliver`, { json });
    expect(await again({})).toMatchObject({ status: 202, body: { id } });
    await attempts(service, id, 4);
    await again({ endpointId: endpoint.id });
    await one.count(3);
    expect(one.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id, id]);
    expect(two.received).toHaveLength(2);
    const unknown = await again({ endpointId: newId('we') });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'resource_not_found' } });
  });

  test('restarts the schedule', async () => {
    const service = serviceOn(database);
    const { url } = await receiver((response) => response.writeHead(500).end());
    await register(service, url);
    const id = await emit(service);
    await attempts(service, id, 1);
    await service.call('POST', `/events/${id}/redeliver`);
    const [planned, second] = await attempts(service, id, 2);
    expect(second).toMatchObject({ attempt: 2, status: 'failed' });
    const wait = Date.parse(planned!.nextAttemptAt!) - service.deps.clock().getTime();
    expect(wait).toBeLessThanOrEqual(5500);
  });

  test('of a test event goes to its endpoint only, even if that subscribes to other kinds', async () => {
    const service = serviceOn(database);
    const [tested, other] = [await receiver(), await receiver()];
    const { id } = await register(service, tested.url, ['case.approved']);
    await register(service, other.url);
    const sent = await service.call('POST', `/webhook-endpoints/${id}/test`);
    expect(sent).toMatchObject({ status: 202, body: { type: 'webhook.test' } });
    const [webhook] = await tested.count(1);
    expect(JSON.parse(webhook!.body)).toEqual(sent.body);
    await attempts(service, sent.body.id, 1);
    expect((await log(service, sent.body.id)).map(({ endpointId }) => endpointId)).toEqual([id]);
  });
});
