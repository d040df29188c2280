import { describe, expect, test } from 'vitest';
import { come, Visitor } from '../support/desk.ts';
import { databases, startTestService, type TestService } from '../support/service.ts';
import { newCase, verify } from '../support/verification.ts';

describe.runIf(databases.includes('postgres'))('two nodes on one database', () => {
  const startTwo = async () => {
    const one = await startTestService({ database: 'postgres' });
    const { databaseUrl, masterKey } = one.deps.config;
    const two = await startTestService({ config: { databaseUrl, masterKey } });
    return { one, two };
  };

  test('read each other’s data', async () => {
    const { one, two } = await startTwo();
    const key = one.keys.test;
    const options = { json: newCase, headers: { 'Idempotency-Key': 'shared' }, key };
    const made = await one.call('POST', '/cases', options);
    const again = await two.call('POST', '/cases', options);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(again.body).toEqual(made.body);
    expect((await two.call('GET', `/cases/${made.body.id}`, { key })).body).toEqual(made.body);
  });

  test('create one case for an Idempotency-Key that both receive at once', async () => {
    const { one, two } = await startTwo();
    const create = (service: TestService) =>
      service.call('POST', '/cases', {
        json: newCase,
        headers: { 'Idempotency-Key': 'race' },
        key: one.keys.test,
      });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(index % 2 ? one : two)),
    );
    expect(replies.every(({ status, body }) => status === 201 || body.code === 'idempotency_in_flight')).toBe(
      true,
    );
    expect((await one.call('GET', '/cases')).body.data).toHaveLength(1);
  });

  test('refuse a user disabled at the other node from the next request on', async () => {
    const { one, two } = await startTwo();
    const { visitor: administrator } = await come(one, 'administrator');
    const { visitor } = await come(one, 'reviewer');
    const elsewhere = new Visitor(two.url);
    elsewhere.cookie = visitor.cookie;
    expect((await elsewhere.get('/desk')).status).toBe(200);
    const { text } = await administrator.get('/desk/team');
    const [, id] = /\/desk\/team\/(rev_\w+)\/switch/.exec(text)!;
    expect((await administrator.post(`/desk/team/${id}/switch`, { to: 'off' })).status).toBe(303);
    for (const browser of [elsewhere, visitor]) expect((await browser.get('/desk')).status).toBe(303);
  });

  test('share the work, and run each job once', async () => {
    const { one, two } = await startTwo();
    const started = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const verification = await verify(one);
        await verification.consent();
        await Promise.all([verification.details(), two.tick()]);
        await Promise.all([verification.selfie(), two.tick()]);
        return verification;
      }),
    );
    for (const { read, events } of started) {
      await expect.poll(async () => (await read()).status).toBe('approved');
      const kinds = await events();
      expect(new Set(kinds).size).toBe(kinds.length);
    }
  });
});
