import { describe, expect, test } from 'vitest';
import { generateKey } from '../../../src/contract/keys.ts';
import { sha256 } from '../../../src/service/crypto/sha256.ts';
import { endsWithinASecond } from '../../support/endsWithinASecond.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { newCase } from '../../support/verification.ts';

const services = sharedServices();

describe.each(databases)('authentication on %s', (database) => {
  const call = (headers: Record<string, string>, path = '/cases') =>
    services(database).call('GET', path, { key: null, headers });

  test.each([
    [{}, 'auth_missing'],
    [{ Authorization: 'Basic abc' }, 'auth_malformed'],
    [{ Authorization: 'Bearer' }, 'auth_malformed'],
    [{ Authorization: 'Bearer two keys' }, 'auth_malformed'],
    [{ Authorization: 'Bearer nonsense' }, 'key_invalid'],
    [{ Authorization: `Bearer ${generateKey('secret', 'test')}` }, 'key_invalid'],
    [{ Authorization: `Bearer ${generateKey('session', 'test')}` }, 'session_key_invalid'],
  ])('%o is 401 %s', async (headers, code) => {
    const reply = await call(headers as Record<string, string>);
    expect(reply).toMatchObject({ status: 401, body: { code, status: 401, retryable: false } });
    expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer realm="idv"');
    expect(reply.headers.get('Content-Type')).toBe('application/problem+json');
  });

  test('a key in the URL is refused without being checked', async () => {
    for (const path of ['/cases?key=idv_test_abc', '/cases?key=idv%5Flive%5Fabc']) {
      expect(await call({}, path)).toMatchObject({ status: 400, body: { code: 'key_in_url' } });
    }
  });

  test('an API key in a browser is refused, without CORS headers for a secret route', async () => {
    const { keys } = services(database);
    const reply = await call({ Authorization: `Bearer ${keys.test}`, Origin: 'https://shop.example' });
    expect(reply).toMatchObject({ status: 403, body: { code: 'secret_key_in_browser' } });
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('every response carries the common headers', async () => {
    const reply = await call({});
    expect(reply.headers.get('Request-Id')).toBe(reply.body.requestId);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'request-id': expect.stringMatching(/^req_[0-9a-z]{26}$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });
});

test.each(databases)('a first session key requires the session scope, on %s', async (database) => {
  const { deps, call } = services(database);
  const key = generateKey('secret', 'test');
  const row = { id: 'key_2', mode: 'test' as const, hash: sha256(key), scopes: '["cases:write"]' };
  await deps.db
    .insertInto('api_keys')
    .values({ ...row, created_at: deps.clock() })
    .execute();
  expect((await call('POST', '/cases', { key, json: newCase })).status).toBe(201);
  const session = { allowedOrigins: ['https://shop.example'] };
  expect(await call('POST', '/cases', { key, json: { ...newCase, session } })).toMatchObject({
    status: 403,
    body: { code: 'scope_missing' },
  });
});

describe.each(databases)('the end of a key, on %s', (database) => {
  test('an API key is revoked within a second', async () => {
    const { deps, call } = services(database);
    const key = generateKey('secret', 'test');
    await deps.db
      .insertInto('api_keys')
      .values({
        id: 'key_1',
        mode: 'test',
        hash: sha256(key),
        scopes: '["cases:read"]',
        created_at: deps.clock(),
      })
      .execute();
    expect((await call('GET', '/cases', { key })).status).toBe(200);
    expect(await call('POST', '/cases', { key, json: newCase })).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
    await deps.db
      .updateTable('api_keys')
      .set({ revoked_at: deps.clock() })
      .where('id', '=', 'key_1')
      .execute();
    await endsWithinASecond(async () => (await call('GET', '/cases', { key })).status === 200);
    expect((await call('GET', '/cases', { key })).body.code).toBe('key_revoked');
  });

  test('a session key ends after 15 minutes, when revoked, and when a fourth key is created', async () => {
    const { call, advance } = services(database);
    const { id } = (await call('POST', '/cases', { json: newCase })).body;
    const make = async () =>
      (
        await call('POST', `/cases/${id}/session-keys`, {
          json: { allowedOrigins: ['https://shop.example'] },
        })
      ).body.sessionKey;
    const code = async (key: string) => (await call('GET', `/cases/${id}`, { key })).body.code;
    const keys = [await make(), await make(), await make(), await make()];
    expect(await Promise.all(keys.map(code))).toEqual([
      'session_key_revoked',
      undefined,
      undefined,
      undefined,
    ]);
    expect((await call('DELETE', `/cases/${id}/session-keys`)).status).toBe(204);
    expect(await code(keys[3])).toBe('session_key_revoked');
    const last = await make();
    advance(15 * 60_000 - 1);
    expect(await code(last)).toBeUndefined();
    advance(1);
    expect(await code(last)).toBe('session_key_expired');
  });
});
