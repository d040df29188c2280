import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { webhookEndpoints } from '../../../src/service/db/store/webhookEndpoints.ts';
import { databases, startTestService } from '../../support/service.ts';
import { emit, loopback, receiver, register, wake } from '../../support/webhooks.ts';

test.skipIf(!databases.includes('postgres'))('processes on one database share the deliveries', async () => {
  const first = await startTestService({ database: 'postgres', config: loopback });
  const { databaseUrl, masterKey } = first.deps.config;
  const second = await startTestService({ config: { ...loopback, databaseUrl, masterKey } });
  // One process sends at most four at a time to an endpoint, so eight in flight need both processes.
  const waiting: ServerResponse[] = [];
  const { url, count } = await receiver((response, _, number) => {
    waiting.push(response);
    if (number >= 8) for (const one of waiting.splice(0)) one.writeHead(204).end();
  });
  await register(first, url);
  const ids: string[] = [];
  for (let number = 0; number < 40; number++) {
    ids.push(await emit(number % 2 ? first : second));
    wake(first);
    wake(second);
  }
  const received = await count(40);
  expect(received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(ids.sort());
  const by = (logged: string) => logged.split('\n').filter((line) => line.includes('webhook attempt')).length;
  await expect.poll(() => by(first.logged()) + by(second.logged())).toBe(40);
  expect(by(first.logged())).toBeGreaterThan(0);
  expect(by(second.logged())).toBeGreaterThan(0);
});

test.skipIf(!databases.includes('postgres'))('deleting an endpoint delays no other change', async () => {
  const service = await startTestService({ database: 'postgres', config: loopback });
  const { url } = await receiver();
  const { id } = await register(service, url);
  const steps = new EventEmitter();
  const begun = once(steps, 'begun');
  const deletion = service.deps.db.transaction().execute(async (tx) => {
    await webhookEndpoints.delete(tx, 'test', id, new Date());
    const done = once(steps, 'done');
    steps.emit('begun');
    await done;
  });
  await begun;
  const json = { type: 'kyc_individual', returnUrl: 'https://shop.example/back' };
  expect((await service.call('POST', '/cases', { json })).status).toBe(201);
  steps.emit('done');
  await deletion;
  expect((await service.call('GET', `/webhook-endpoints/${id}`)).status).toBe(404);
});
