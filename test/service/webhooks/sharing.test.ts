import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { webhookEndpoints } from '../../../src/service/db/store/webhookEndpoints.ts';
import { databases, startTestService, type TestService } from '../../support/service.ts';
import { waitFor } from '../../support/waitFor.ts';
import { emit, loopback, receiver, register, wake } from '../../support/webhooks.ts';

test.skipIf(!databases.includes('postgres'))('processes on one database share the deliveries', async () => {
  const first = await startTestService({ database: 'postgres', config: loopback });
  const { databaseUrl, masterKey } = first.deps.config;
  const second = await startTestService({ config: { ...loopback, databaseUrl, masterKey } });
  const { url, count } = await receiver((response) => setTimeout(() => response.writeHead(204).end(), 5));
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

test.skipIf(!databases.includes('postgres'))(
  'an endpoint that is being deleted breaks no change',
  async () => {
    const service = await startTestService({ database: 'postgres', config: loopback });
    const { url, received } = await receiver();
    const { id } = await register(service, url);
    const steps = new EventEmitter();
    const begun = once(steps, 'begun');
    const deletion = service.deps.db.transaction().execute(async (tx) => {
      await webhookEndpoints.delete(tx, 'test', id);
      const done = once(steps, 'done');
      steps.emit('begun');
      await done;
    });
    await begun;
    const json = { type: 'kyc_individual', returnUrl: 'https://shop.example/back' };
    const created = service.call('POST', '/cases', { json });
    await waitFor(() => isWaiting(service));
    steps.emit('done');
    await deletion;
    expect((await created).status).toBe(201);
    expect(received).toEqual([]);
  },
);

/** Whether a statement waits for another transaction. */
async function isWaiting({ deps: { db, config } }: TestService): Promise<boolean> {
  const waiting = await db
    .withTables<{ pg_stat_activity: { datname: string; wait_event_type: string | null } }>()
    .selectFrom('pg_stat_activity')
    .select('datname')
    .where('datname', '=', new URL(config.databaseUrl!).pathname.slice(1))
    .where('wait_event_type', '=', 'Lock')
    .execute();
  return waiting.length > 0;
}
