import { describe, expect, test } from 'vitest';
import { databases, startTestService } from '../../support/service.ts';
import { attempts, emit, log, loopback, receiver, register, wake } from '../../support/webhooks.ts';

const DAY_MS = 86_400_000;

describe.each(databases)('an endpoint with several simultaneous deliveries on %s', (database) => {
  test('that answers 410 is disabled, and each attempt is logged', async () => {
    const service = await startTestService({ database, config: loopback });
    const answers: (() => void)[] = [];
    const { url, count } = await receiver((response) => {
      answers.push(() => response.writeHead(410).end());
      // All four are answered together.
      if (answers.length === 4) for (const answer of answers) answer();
    });
    const { id } = await register(service, url);
    const events = await Promise.all(Array.from({ length: 4 }, () => emit(service)));
    await count(4);
    for (const event of events) {
      expect(await attempts(service, event, 1)).toMatchObject([{ status: 'failed', responseStatus: 410 }]);
    }
    expect((await service.call('GET', `/webhook-endpoints/${id}`)).body.status).toBe('disabled');
    expect(service.logged()).not.toContain('attempt not recorded');
  });

  test('that answers 410 and errors is disabled, and each attempt is logged', async () => {
    const service = await startTestService({ database, config: loopback });
    const answers: (() => void)[] = [];
    const { url, count } = await receiver((response) => {
      const status = answers.length % 2 ? 410 : 500;
      answers.push(() => response.writeHead(status).end());
      if (answers.length === 4) for (const answer of answers) answer();
    });
    await register(service, url);
    const events = await Promise.all(Array.from({ length: 4 }, () => emit(service)));
    await count(4);
    for (const event of events) await attempts(service, event, 1);
    expect(service.logged()).not.toContain('attempt not recorded');
  });

  test('that accepted one again stays enabled, even if others failed for five days', async () => {
    const service = await startTestService({ database, config: loopback });
    const answers: ((status: number) => void)[] = [];
    const { url, count } = await receiver((response) => {
      answers.push((status) => response.writeHead(status).end());
    });
    const { id } = await register(service, url);
    const first = await emit(service);
    await count(1);
    answers[0]!(500);
    await attempts(service, first, 1);
    service.advance(5 * DAY_MS);
    const event = await emit(service);
    await count(3);
    answers[1]!(204);
    const log = async () => [...(await attempts(service, first, 1)), ...(await attempts(service, event, 0))];
    await expect.poll(async () => (await log()).some(({ status }) => status === 'succeeded')).toBe(true);
    answers[2]!(500);
    await expect.poll(async () => (await log()).filter(({ status }) => status === 'failed').length).toBe(2);
    expect((await service.call('GET', `/webhook-endpoints/${id}`)).body.status).toBe('enabled');
  });
});

describe.each(databases)('an endpoint on %s', (database) => {
  test('that has failed for five days is disabled, and the other endpoints get an event', async () => {
    const service = await startTestService({ database, config: loopback });
    const dead = await receiver((response) => response.writeHead(500).end());
    const other = await receiver();
    const { id } = await register(service, dead.url, ['case.approved']);
    await register(service, other.url, ['webhook_endpoint.disabled']);
    const first = await emit(service);
    await attempts(service, first, 1);
    service.advance(5 * DAY_MS - 1);
    await attempts(service, await emit(service), 1);
    // It is due again too, and must not be under way when the clock moves on.
    await attempts(service, first, 2);
    expect((await service.call('GET', `/webhook-endpoints/${id}`)).body.status).toBe('enabled');
    service.advance(1);
    await attempts(service, await emit(service), 1);
    const [received] = await other.count(1);
    expect(JSON.parse(received!.body).data).toMatchObject({ endpointId: id, reasons: ['failing'] });
    expect((await service.call('GET', `/webhook-endpoints/${id}`)).body.status).toBe('disabled');
  });

  test('that accepted one in between stays enabled', async () => {
    const service = await startTestService({ database, config: loopback });
    let status = 500;
    const { url } = await receiver((response) => response.writeHead(status).end());
    const { id } = await register(service, url);
    await attempts(service, await emit(service), 1);
    status = 204;
    expect(await attempts(service, await emit(service), 1)).toMatchObject([{ status: 'succeeded' }]);
    status = 500;
    service.advance(6 * DAY_MS);
    await attempts(service, await emit(service), 1);
    expect((await service.call('GET', `/webhook-endpoints/${id}`)).body.status).toBe('enabled');
  });

  test('that is deleted goes at once with its attempts, and its pending deliveries in batches', async () => {
    const service = await startTestService({ database, config: loopback });
    const { url } = await receiver((response) => response.writeHead(500).end());
    const { id } = await register(service, url);
    const event = await emit(service);
    await attempts(service, event, 1);
    await service.call('DELETE', `/webhook-endpoints/${id}`);
    expect((await service.call('GET', `/webhook-endpoints/${id}`)).status).toBe(404);
    expect((await service.call('GET', '/webhook-endpoints')).body.data).toEqual([]);
    expect(await log(service, event)).toEqual([]);
    for (let i = 0; i < 3; i++) {
      service.advance(60_000);
      await service.tick();
    }
    wake(service);
    const { db } = service.deps;
    for (const table of ['deliveries', 'webhook_endpoints'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});
