import { describe, expect, test } from 'vitest';
import { databases, sharedServices, startTestService, type TestService } from '../../support/service.ts';
import { attempts, emit, log, loopback, receiver, register, wake } from '../../support/webhooks.ts';

const database = databases.at(-1)!;
const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

const serviceOn = sharedServices({ config: loopback });

describe.each(databases)('failures on %s', (database) => {
  test('a failure is retried on schedule, with ten attempts in total', async () => {
    const service = serviceOn(database);
    const { url, received, count } = await receiver((response) => response.writeHead(500).end());
    await register(service, url);
    const eventId = await emit(service);
    for (const [index, seconds] of schedule.entries()) {
      const [planned, last] = await attempts(service, eventId, index + 1);
      expect(last).toMatchObject({ attempt: index + 1, status: 'failed', responseStatus: 500 });
      expect(planned).toMatchObject({ attempt: index + 2, status: 'pending', at: null });
      const wait = Date.parse(planned!.nextAttemptAt!) - service.deps.clock().getTime();
      expect(wait / 1000).toBeGreaterThanOrEqual(seconds * 0.9 - 0.001);
      expect(wait / 1000).toBeLessThanOrEqual(seconds * 1.1 + 0.001);
      service.advance(wait - 1);
      wake(service);
      service.advance(1);
      wake(service);
      await count(index + 2);
    }
    const log = await attempts(service, eventId, 10);
    expect(log.map(({ attempt }) => attempt)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]));
    expect(received).toHaveLength(10);
  });

  test('Retry-After is honoured', async () => {
    const service = serviceOn(database);
    const { url } = await receiver((response) => response.writeHead(429, { 'Retry-After': '120' }).end());
    await register(service, url);
    const [planned] = await attempts(service, await emit(service), 1);
    expect(Date.parse(planned!.nextAttemptAt!) - service.deps.clock().getTime()).toBe(120_000);
  });

  test('a deleted endpoint gets nothing more', async () => {
    const service = serviceOn(database);
    const { url, received } = await receiver((response) => response.writeHead(500).end());
    const { id } = await register(service, url);
    const eventId = await emit(service);
    await attempts(service, eventId, 1);
    await service.call('DELETE', `/webhook-endpoints/${id}`);
    service.advance(10_000);
    wake(service);
    expect(await log(service, eventId)).toEqual([]);
    const other = await receiver();
    await register(service, other.url);
    await emit(service);
    await other.count(1);
    expect(received).toHaveLength(1);
  });
});

/** How long an attempt may take (postWebhook.ts). */
const ATTEMPT_TIMEOUT_MS = 15_000;

describe('receivers that misbehave', () => {
  test('unresponsive ones delay no others', async () => {
    const service = await startTestService({ database, config: loopback });
    const dead = await Promise.all([receiver(() => undefined), receiver(() => undefined)]);
    const alive = await receiver();
    for (const { url } of [...dead, alive]) await register(service, url);
    const began = performance.now();
    for (let number = 0; number < 20; number++) await emit(service);
    await alive.count(20);
    // Four at a time, until they are given up: by then the others have long been served.
    const max = 4 * (1 + Math.floor((performance.now() - began) / ATTEMPT_TIMEOUT_MS));
    for (const { received } of dead) expect(received.length).toBeLessThanOrEqual(max);
  });

  test('a redirect is a failure and is not followed', async () => {
    const service = await startTestService({ database, config: loopback });
    const target = await receiver();
    const { url } = await receiver((response) => response.writeHead(308, { Location: target.url }).end());
    await register(service, url);
    const eventId = await emit(service);
    const [, made] = await attempts(service, eventId, 1);
    expect(made).toMatchObject({ status: 'failed', responseStatus: 308, error: 'redirected' });
    expect(target.received).toEqual([]);
  });

  test.skipIf(database === 'pglite')(
    'do not delay shutdown: attempts in flight are repeated by the next process',
    async () => {
      const first = await startTestService({ database, config: loopback });
      const { url, count } = await receiver(
        (response, _, number) => number > 1 && response.writeHead(204).end(),
      );
      await first.call('POST', '/webhook-endpoints', { json: { url } });
      const eventId = await emit(first);
      await count(1);
      const { databaseUrl, masterKey, bootstrapKeys } = first.deps.config;
      const began = performance.now();
      await first.close(50);
      expect(performance.now() - began).toBeLessThan(ATTEMPT_TIMEOUT_MS);

      const config = { ...loopback, databaseUrl, masterKey, bootstrapKeys };
      const second = await startTestService({ config });
      await count(2);
      const call: TestService['call'] = (method, path) =>
        second.call(method, path, { key: bootstrapKeys.find((key) => key.includes('test'))! });
      expect(await attempts({ ...second, call }, eventId, 1)).toMatchObject([
        { attempt: 1, status: 'succeeded' },
      ]);
    },
  );
});
