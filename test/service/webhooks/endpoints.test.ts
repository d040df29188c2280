import { describe, expect, test } from 'vitest';
import { CreatedWebhookEndpoint, WebhookEndpoint } from '../../../src/contract/webhookEndpoint.ts';
import { databases, sharedServices, startTestService } from '../../support/service.ts';
import { loopback, register } from '../../support/webhooks.ts';

const url = 'https://shop.example/hooks';
const LOOPBACK = 'http://127.0.0.1:9/';

const serviceOn = sharedServices();

describe.each(databases)('webhook endpoints on %s', (database) => {
  test('are created, read, changed, listed and deleted', async () => {
    const { call } = serviceOn(database);
    const created = await call('POST', '/webhook-endpoints', { json: { url, description: 'Shop' } });
    expect(created.status).toBe(201);
    expect(CreatedWebhookEndpoint.parse(created.body)).toEqual(created.body);
    expect(created.body).toMatchObject({ eventTypes: ['*'], status: 'enabled', mode: 'test' });
    const { secret, ...endpoint } = created.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

    const path = `/webhook-endpoints/${endpoint.id}`;
    const read = await call('GET', path);
    expect(read).toMatchObject({ status: 200, body: endpoint });
    expect(WebhookEndpoint.parse(read.body)).toEqual(read.body);
    expect(read.body).not.toHaveProperty('secret');

    const json = { eventTypes: ['case.approved'], status: 'disabled' };
    expect((await call('PATCH', path, { json })).body).toMatchObject(json);
    expect((await call('PATCH', path, { json: { status: 'enabled' } })).body).toMatchObject({
      ...endpoint,
      eventTypes: ['case.approved'],
    });
    expect((await call('GET', '/webhook-endpoints')).body.data).toMatchObject([{ id: endpoint.id }]);
    expect(await call('DELETE', path)).toMatchObject({ status: 204, body: '' });
    expect(await call('GET', path)).toMatchObject({ status: 404, body: { code: 'resource_not_found' } });
  });

  test('are listed in pages, newest first', async () => {
    const service = serviceOn(database);
    const ids: string[] = [];
    for (let number = 0; number < 5; number++) {
      service.advance(1);
      ids.unshift((await register(service, url)).id);
    }
    const first = (await service.call('GET', '/webhook-endpoints?limit=3')).body;
    expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
    const rest = (await service.call('GET', `/webhook-endpoints?limit=3&cursor=${first.nextCursor}`)).body;
    expect(rest).toMatchObject({ hasMore: false, nextCursor: null });
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids);
  });

  test('of the other mode are not found', async () => {
    const service = serviceOn(database);
    const { id } = await register(service, url);
    const key = service.keys.live;
    expect((await service.call('GET', '/webhook-endpoints', { key })).body.data).toEqual([]);
    for (const [method, path, json] of [
      ['GET', '', undefined],
      ['PATCH', '', { status: 'disabled' }],
      ['DELETE', '', undefined],
      ['POST', '/test', undefined],
    ] as const) {
      const reply = await service.call(method, `/webhook-endpoints/${id}${path}`, { key, json });
      expect(reply).toMatchObject({ status: 404, body: { code: 'resource_not_found' } });
    }
    expect((await service.call('GET', `/webhook-endpoints/${id}`)).body.status).toBe('enabled');
  });

  test('store their secret encrypted', async () => {
    const service = serviceOn(database);
    const { secret } = await register(service, url);
    const rows = await service.deps.db.selectFrom('webhook_endpoints').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    const text = rows.map((row) => Buffer.from(row.secret).toString('latin1') + JSON.stringify(row)).join();
    expect(text).not.toContain(secret.slice('whsec_'.length));
    expect(service.logged()).not.toContain(secret);
  });
});

describe.each([true, false])('where a webhook may go, loopback allowed: %s', (allowLoopback) => {
  const refusals = [
    ['live', 'https://10.0.0.1/'],
    ['live', LOOPBACK],
    ['live', 'https://localhost/'],
    ['test', 'http://shop.example/'],
    ['test', 'https://169.254.169.254/'],
    ['test', 'https://[::ffff:10.0.0.1]/'],
    ['test', 'https://user@shop.example/'],
  ] as const;

  test('refuses addresses that are not public', async () => {
    const config = { webhooks: { ...loopback.webhooks, allowLoopback } };
    const { call, keys } = await startTestService({ database: databases.at(-1)!, config });
    for (const [mode, refused] of [...refusals, ...(allowLoopback ? [] : [['test', LOOPBACK] as const])]) {
      const key = keys[mode];
      const reply = await call('POST', '/webhook-endpoints', { key, json: { url: refused } });
      expect(reply).toMatchObject({
        status: 422,
        body: { code: 'webhook_url_not_allowed', errors: [{ pointer: '#/url' }] },
      });
      expect(JSON.stringify(reply.body)).not.toContain(new URL(refused).host);
      const { body } = await call('POST', '/webhook-endpoints', { key, json: { url } });
      const changed = await call('PATCH', `/webhook-endpoints/${body.id}`, { key, json: { url: refused } });
      expect(changed).toMatchObject({ status: 422, body: { code: 'webhook_url_not_allowed' } });
      expect((await call('GET', `/webhook-endpoints/${body.id}`, { key })).body.url).toBe(url);
    }
  });
});
