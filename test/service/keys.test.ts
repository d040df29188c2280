import { describe, expect, test } from 'vitest';
import { generateKey, parseKey } from '../../src/contract/keys.ts';
import { defaultScopes } from '../../src/contract/scopes.ts';
import { registerKeys } from '../../src/service/keys/apiKeys.ts';
import { endsWithinASecond } from '../support/endsWithinASecond.ts';
import { databases, sharedServices } from '../support/service.ts';
import { waitFor } from '../support/waitFor.ts';

const services = sharedServices();

describe.each(databases)('API keys on %s', (database) => {
  const create = async (json: object, key?: string) =>
    await services(database).call('POST', '/keys', { json, ...(key !== undefined && { key }) });

  test('are created, shown once, then listed and read without their secret', async () => {
    const { call } = services(database);
    const { status, body } = await create({ name: 'Reporting', scopes: ['cases:read'] });
    expect(status).toBe(201);
    expect(parseKey(body.key)).toEqual({ kind: 'secret', mode: 'test' });
    expect((await call('GET', '/cases', { key: body.key })).status).toBe(200);
    expect((await call('GET', '/events', { key: body.key })).body.code).toBe('scope_missing');
    const { key, ...shown } = body;
    expect((await call('GET', '/keys?limit=100')).body.data).toContainEqual(shown);
    expect(
      JSON.stringify(await services(database).deps.db.selectFrom('api_keys').selectAll().execute()),
    ).not.toContain(key);
  });

  test('can’t widen their own scopes, by creating or by rolling', async () => {
    const { call } = services(database);
    const { body: admin } = await create({ scopes: ['keys:admin', 'cases:read'] });
    expect(await create({ scopes: ['pii:read'] }, admin.key)).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
    expect((await create({}, admin.key)).body.scopes).toEqual(['cases:read']);
    expect((await create({})).body.scopes).toEqual(defaultScopes);
    const { body: stronger } = await create({ scopes: ['pii:read'] });
    const rolled = await call('POST', `/keys/${stronger.id}/roll`, { json: {}, key: admin.key });
    expect(rolled).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    expect((await create({ scopes: ['cases:read'] }, stronger.key)).body.code).toBe('scope_missing');
  });

  test('end within a second when revoked or rolled, or later on request', async () => {
    const { call, advance } = services(database);
    const works = async (key: string) => (await call('GET', '/cases?limit=1', { key })).status === 200;
    const [revoked, rolled, graced] = await Promise.all(
      [1, 2, 3].map(async () => (await create({ scopes: ['cases:read'] })).body),
    );
    for (const { key } of [revoked, rolled, graced]) expect(await works(key)).toBe(true);
    expect((await call('DELETE', `/keys/${revoked.id}`)).status).toBe(204);
    const { body: next } = await call('POST', `/keys/${rolled.id}/roll`, { json: {} });
    await call('POST', `/keys/${graced.id}/roll`, { json: { graceSeconds: 60 } });
    await endsWithinASecond(async () => (await works(revoked.key)) || (await works(rolled.key)));
    expect(next.scopes).toEqual(['cases:read']);
    expect(await works(next.key)).toBe(true);
    expect((await call('GET', '/cases', { key: revoked.key })).body.code).toBe('key_revoked');
    expect(await works(graced.key)).toBe(true);
    advance(61_000);
    await waitFor(async () => !(await works(graced.key)));
    expect((await call('POST', `/keys/${revoked.id}/roll`, { json: {} })).status).toBe(422);
  });

  test('from the settings stay revoked at the next start', async () => {
    const { deps, call } = services(database);
    const key = generateKey('secret', 'test');
    await registerKeys(deps, [key]);
    const { id } = (await call('GET', '/keys?limit=1')).body.data[0];
    expect((await call('DELETE', `/keys/${id}`)).status).toBe(204);
    await registerKeys(deps, [key]);
    expect((await call('GET', '/cases', { key })).body.code).toBe('key_revoked');
  });

  test('of the other mode do not exist', async () => {
    const { call, keys } = services(database);
    const { body } = await create({});
    expect((await call('DELETE', `/keys/${body.id}`, { key: keys.live })).status).toBe(404);
    const { body: live } = await create({}, keys.live);
    expect(live.mode).toBe('live');
  });
});

test.each(databases)(
  'rolling an expiring key keeps its expiry; an expired key cannot be rolled, on %s',
  async (database) => {
    const { call, deps, advance } = services(database);
    const create = (json: object) => call('POST', '/keys', { json });
    const expiresAt = new Date(deps.clock().getTime() + 3_600_000).toISOString();
    const { body: ending } = await create({ scopes: ['cases:read'], expiresAt });
    const { body: next } = await call('POST', `/keys/${ending.id}/roll`, { json: { graceSeconds: 60 } });
    expect(next).toMatchObject({ status: 'active', expiresAt });
    advance(3_600_000);
    for (const id of [ending.id, next.id]) {
      const reply = await call('POST', `/keys/${id}/roll`, { json: {} });
      expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    }
  },
);

test.each(databases)('an ending key makes none that outlives it, by any route, on %s', async (database) => {
  const { call, deps, advance } = services(database);
  const inSeconds = (seconds: number) => new Date(deps.clock().getTime() + seconds * 1000).toISOString();
  const expiresAt = inSeconds(60);
  const scopes = ['keys:admin', 'cases:read', 'cases:write', 'sessions:write'];
  const { body: ending } = await call('POST', '/keys', { json: { scopes, expiresAt } });
  const by = { key: ending.key };

  // Creating: by default it ends with its creator; a later end is refused, an earlier one is kept.
  const { body: inherited } = await call('POST', '/keys', { json: {}, ...by });
  expect(inherited).toMatchObject({ status: 'active', expiresAt });
  const later = await call('POST', '/keys', { json: { expiresAt: inSeconds(61) }, ...by });
  expect(later).toMatchObject({ status: 422, body: { errors: [{ code: 'expiry_out_of_range' }] } });
  const sooner = inSeconds(30);
  expect((await call('POST', '/keys', { json: { expiresAt: sooner }, ...by })).body.expiresAt).toBe(sooner);

  // Rolling: only keys that end no later.
  for (const end of [undefined, inSeconds(61)]) {
    const { body: longer } = await call('POST', '/keys', {
      json: { scopes: ['cases:read'], expiresAt: end },
    });
    const rolled = await call('POST', `/keys/${longer.id}/roll`, { json: {}, ...by });
    expect(rolled).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect((await call('GET', '/cases?limit=1', { key: longer.key })).status).toBe(200);
  }
  const own = await call('POST', `/keys/${inherited.id}/roll`, { json: {}, ...by });
  expect(own.body.expiresAt).toBe(expiresAt);

  // Keys of pages.
  const allowedOrigins = ['https://shop.example'];
  const json = {
    type: 'kyc_individual',
    returnUrl: 'https://shop.example/back',
    session: { allowedOrigins },
  };
  const { body: made } = await call('POST', '/cases', { json, ...by });
  const next = await call('POST', `/cases/${made.id}/session-keys`, { json: { allowedOrigins }, ...by });
  for (const session of [made.session, next.body]) expect(session.expiresAt).toBe(expiresAt);

  advance(61_000);
  const keys = [ending.key, inherited.key, own.body.key, made.session.sessionKey, next.body.sessionKey];
  for (const key of keys) expect((await call('GET', `/cases/${made.id}`, { key })).status).toBe(401);
});

test.each(databases)('a key that is rolled makes none that outlives its grace, on %s', async (database) => {
  const { call, deps } = services(database);
  const { body: before } = await call('POST', '/keys', { json: { scopes: ['keys:admin', 'cases:read'] } });
  const { body: after } = await call('POST', `/keys/${before.id}/roll`, { json: { graceSeconds: 60 } });
  const end = deps.clock().getTime() + 60_000;
  // The node may still have the row from before.
  const { body: made } = await call('POST', '/keys', { json: {}, key: before.key });
  expect(Date.parse(made.expiresAt)).toBeLessThanOrEqual(end);
  const rolled = await call('POST', `/keys/${after.id}/roll`, { json: {}, key: before.key });
  expect(rolled).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
});

test.each(databases)('a stored response gives no key with more scopes on %s', async (database) => {
  const { call } = services(database);
  const scopes = ['keys:admin', 'cases:read'];
  const { body: admin } = await call('POST', '/keys', { json: { scopes } });
  const repeated = { json: {}, headers: { 'Idempotency-Key': `first-key-${admin.id}` } };
  const { body: made } = await call('POST', '/keys', repeated);
  const refused = await call('POST', '/keys', { ...repeated, key: admin.key });
  expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  expect((await call('POST', '/keys', repeated)).body).toEqual(made);
});
