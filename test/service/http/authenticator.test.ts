import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/contract/ids.ts';
import { generateKey } from '../../../src/contract/keys.ts';
import { sha256 } from '../../../src/service/crypto/sha256.ts';
import { authenticator } from '../../../src/service/http/authenticate.ts';
import { countedDeps } from '../../support/countedDeps.ts';
import { type DatabaseKind, databases, sharedServices } from '../../support/service.ts';
import { newCase } from '../../support/verification.ts';

const services = sharedServices();

/** A node that has seen only the keys of the settings. */
function node(database: DatabaseKind) {
  const { deps, sent } = countedDeps(services(database).deps);
  let budgetChecks = 0;
  const check = authenticator(deps);
  const authenticate = (header: string | undefined) =>
    check(header, () => {
      budgetChecks += 1;
    });
  return { authenticate, sent, budgetChecks: () => budgetChecks };
}

async function newKey(database: DatabaseKind, expires_at: Date | null = null) {
  const key = generateKey('secret', 'test');
  const row = { id: newId('key'), mode: 'test' as const, hash: sha256(key), scopes: '["cases:read"]' };
  const { db, clock } = services(database).deps;
  await db
    .insertInto('api_keys')
    .values({ ...row, created_at: clock(), expires_at })
    .execute();
  return { key, id: row.id };
}

describe.each(databases)('a header on %s', (database) => {
  test.each([
    [undefined, 'auth_missing'],
    ['', 'auth_missing'],
    ['Basic abc', 'auth_malformed'],
    ['xBearer abc', 'auth_malformed'],
    ['Bearerabc', 'auth_malformed'],
    ['Bearer abc def', 'auth_malformed'],
    ['Bearer abc\u00e9', 'auth_malformed'],
  ])('of %o is refused as %s, with the expected format', async (header, code) => {
    const detail = 'Send Authorization: Bearer <key>.';
    await expect(node(database).authenticate(header)).rejects.toMatchObject({ code, extras: { detail } });
  });

  test.each([
    ['nonsense', 'key_invalid'],
    ['idv_test_nonsense', 'key_invalid'],
    ['nonsense_idvs_', 'key_invalid'],
    ['idvs_test_nonsense', 'session_key_invalid'],
  ])('with the malformed key %s is refused as %s without a look-up', async (key, code) => {
    const { authenticate, sent, budgetChecks } = node(database);
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code });
    expect([sent(), budgetChecks()]).toEqual([0, 0]);
  });

  test('allows the scheme in any case, and any number of spaces', async () => {
    const { key, id } = await newKey(database);
    for (const header of [`bearer ${key}`, `BEARER   ${key}`])
      expect(await node(database).authenticate(header)).toMatchObject({
        kind: 'secret',
        keyId: id,
        scopes: ['cases:read'],
      });
  });
});

describe.each(databases)('a well-formed key on %s', (database) => {
  test('spends rate-limit budget before its look-up, unless it is known to be valid', async () => {
    const { authenticate, sent, budgetChecks } = node(database);
    const { key } = await newKey(database);
    const unknown = generateKey('secret', 'test');
    for (const times of [1, 2]) {
      await expect(authenticate(`Bearer ${unknown}`)).rejects.toMatchObject({ code: 'key_invalid' });
      expect([sent(), budgetChecks()]).toEqual([times, times]);
    }
    await authenticate(`Bearer ${key}`);
    expect(budgetChecks()).toBe(3);
    await authenticate(`Bearer ${key}`);
    await authenticate(`Bearer ${services(database).keys.test}`);
    expect(budgetChecks()).toBe(3);
  });

  test('of an API client is read rarely, even if used often', async () => {
    const { authenticate, sent } = node(database);
    const { key } = await newKey(database);
    for (let times = 0; times < 200; times++) await authenticate(`Bearer ${key}`);
    expect(sent()).toBeGreaterThan(0);
    expect(sent()).toBeLessThan(100);
  });

  test('of a session is looked up once, but its revocation is checked at every call', async () => {
    const session = { allowedOrigins: ['https://shop.example'] };
    const { body } = await services(database).call('POST', '/cases', { json: { ...newCase, session } });
    const { authenticate, sent, budgetChecks } = node(database);
    const header = `Bearer ${body.session.sessionKey}`;
    const caller = { kind: 'session', mode: 'test', caseId: body.id, ...session };
    expect(await authenticate(header)).toMatchObject(caller);
    expect([sent(), budgetChecks()]).toEqual([2, 1]);
    expect(await authenticate(header)).toMatchObject(caller);
    expect([sent(), budgetChecks()]).toEqual([3, 2]);
    await services(database).call('DELETE', `/cases/${body.id}/session-keys`);
    const before = sent();
    for (const looksUp of [1, 1, 1]) {
      await expect(authenticate(header)).rejects.toMatchObject({ code: 'session_key_revoked' });
      expect(sent() - before).toBe(looksUp);
    }
  });

  test('with an expiry time is accepted until then', async () => {
    const now = services(database).deps.clock().getTime();
    const [young, over] = [await newKey(database, new Date(now + 1)), await newKey(database, new Date(now))];
    expect(await node(database).authenticate(`Bearer ${young.key}`)).toMatchObject({ keyId: young.id });
    await expect(node(database).authenticate(`Bearer ${over.key}`)).rejects.toMatchObject({
      code: 'key_expired',
    });
  });
});
