import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deliveries } from '../../../src/service/db/store/deliveries.ts';
import { databases, startTestService } from '../../support/service.ts';
import { attempts, emit, loopback, receiver, register } from '../../support/webhooks.ts';

test('a webhook that cannot be built counts as a failed attempt, and is retried on schedule', async () => {
  const service = await startTestService({ config: loopback });
  const { url, received } = await receiver();
  const { id } = await register(service, url);
  await sql`update webhook_endpoints set secret = 'damaged' where id = ${id}`.execute(service.deps.db);
  const [planned, last] = await attempts(service, await emit(service), 1);
  expect(last).toMatchObject({ attempt: 1, status: 'failed', error: 'not_sent', responseStatus: null });
  const wait = Date.parse(planned!.nextAttemptAt!) - service.deps.clock().getTime();
  expect(wait).toBeGreaterThanOrEqual(4500);
  expect(received).toEqual([]);
});

test.each(databases)('leased deliveries do not hide earlier due ones on %s', async (database) => {
  const service = await startTestService({
    database,
    config: { ...loopback, ...{ webhooks: { ...loopback.webhooks, perEndpoint: 1 } } },
  });
  const { db, clock } = service.deps;
  // The attempt does not end before the test does.
  const { url, count } = await receiver(() => {});
  const { id } = await register(service, url);
  await emit(service);
  await count(1);
  const second = await emit(service);
  const due = new Date(clock().getTime() + 2000);
  await sql`update deliveries set due_at = ${due} where event_id = ${second}`.execute(db);
  expect(await deliveries.nextDue(db, [], clock())).toEqual(due);
  expect(await deliveries.nextDue(db, [id], clock())).toBeNull();
});
