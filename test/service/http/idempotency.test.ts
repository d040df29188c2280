import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/contract/ids.ts';
import { generateKey } from '../../../src/contract/keys.ts';
import { redactCase } from '../../../src/service/cases/redactCase.ts';
import { purposes } from '../../../src/service/crypto/purposes.ts';
import { sha256 } from '../../../src/service/crypto/sha256.ts';
import { cases } from '../../../src/service/db/store/cases.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { newCase, verify } from '../../support/verification.ts';

const services = sharedServices();
let count = 0;
const newKey = () => `key-${++count}`;

describe.each(databases)('an Idempotency-Key on %s', (database) => {
  const create = (key: string, input: object = {}) =>
    services(database).call('POST', '/cases', {
      json: { ...newCase, ...input },
      headers: { 'Idempotency-Key': key },
    });

  test('returns the same response again, quoted or bare', async () => {
    const key = newKey();
    const input = { session: { allowedOrigins: ['https://shop.example'] } };
    const first = await create(key, input);
    expect(first.headers.get('Idempotent-Replayed')).toBeNull();
    const second = await create(`"${key}"`, input);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(second).toMatchObject({ status: 201, body: first.body });
  });

  test('with another payload gives 422, malformed gives 400', async () => {
    const key = newKey();
    await create(key);
    expect(await create(key, { state: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    for (const wrong of ['', 'a b', 'x'.repeat(256)]) {
      expect(await create(wrong)).toMatchObject({ status: 400, body: { code: 'idempotency_key_invalid' } });
    }
  });

  test('creates one case from twenty simultaneous requests', async () => {
    const key = newKey();
    const clientReferenceId = newKey();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(key, { clientReferenceId })));
    for (const { status, body } of replies) {
      expect(status === 201 || body.code === 'idempotency_in_flight').toBe(true);
    }
    const { body } = await services(database).call('GET', `/cases?clientReferenceId=${clientReferenceId}`);
    expect(body.data).toHaveLength(1);
  });

  test('is refused before an invalid body is reported', async () => {
    const headers = { 'Idempotency-Key': 'two words' };
    const reply = await services(database).call('POST', '/cases', { json: {}, headers });
    expect(reply).toMatchObject({ status: 400, body: { code: 'idempotency_key_invalid' } });
  });

  test('also covers refusals, and expires after 24 hours', async () => {
    const { call, advance } = services(database);
    const { id } = await verify(services(database));
    const cancel = (key: string) =>
      call('POST', `/cases/${id}/cancel`, { headers: { 'Idempotency-Key': key } });
    const key = newKey();
    expect((await cancel(newKey())).body.status).toBe('canceled');
    expect(await cancel(key)).toMatchObject({ status: 409, body: { code: 'case_state_conflict' } });
    const again = await cancel(key);
    expect(again).toMatchObject({ status: 409, body: { currentStatus: 'canceled', allowedTransitions: [] } });
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    advance(86_400_000 - 1);
    expect((await cancel(key)).headers.get('Idempotent-Replayed')).toBe('true');
    advance(1);
    expect((await cancel(key)).headers.get('Idempotent-Replayed')).toBeNull();
  });

  test('stores neither response nor key in readable form', async () => {
    const key = newKey();
    await create(key, { state: 'Quillfeather' });
    const { db, vault } = services(database).deps;
    const row = await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', vault.fingerprint(purposes.idempotencyKey('test account'), key))
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.answer!).includes('Quillfeather')).toBe(false);
    expect(JSON.stringify(row)).not.toContain(key);
  });
});

describe.each(databases)('a failure on %s', (database) => {
  test('of IDVTEST_ERROR_503 is gone on retry', async () => {
    const verification = await verify(services(database));
    const options = { headers: { 'Idempotency-Key': newKey() } };
    const details = { familyName: 'IDVTEST_ERROR_503' };
    const failed = await verification.details(details, options);
    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable', retryable: true } });
    expect(failed.headers.get('Retry-After')).toBe('1');
    const quoted = { headers: { 'Idempotency-Key': `"${options.headers['Idempotency-Key']}"` } };
    expect((await verification.details(details, quoted)).status).toBe(200);
    const invalid = { headers: { 'Idempotency-Key': 'two words' } };
    expect((await verification.details(details, invalid)).body.code).toBe('idempotency_key_invalid');
  });
});

describe.each(databases)('a key that two holders use on %s', (database) => {
  const json = { ...newCase, session: { allowedOrigins: ['https://shop.example'] } };

  test('gives a page with the back end’s Idempotency-Key its own response', async () => {
    const { call } = services(database);
    const { body } = await call('POST', '/cases', { json });
    const consent = { biometric: true, textVersion: '1', locale: 'en' };
    await call('POST', `/cases/${body.id}/consent`, { json: consent });
    const start = (key: object) =>
      call('POST', '/biometrics/selfie-check', {
        json: { caseId: body.id },
        headers: { 'Idempotency-Key': 'start' },
        ...key,
      });
    expect((await start({})).body).toHaveProperty('liveness');
    const ofPage = await start({ key: body.session.sessionKey });
    expect(ofPage.status).toBe(201);
    expect(ofPage.headers.get('Idempotent-Replayed')).toBeNull();
    expect(ofPage.body).not.toHaveProperty('liveness');
  });
});

describe.each(databases)('a repetition on %s', (database) => {
  const keyWith = async (...scopes: string[]) => {
    const { deps } = services(database);
    const key = generateKey('secret', 'test');
    const row = {
      id: newId('key'),
      mode: 'test' as const,
      hash: sha256(key),
      scopes: JSON.stringify(scopes),
    };
    await deps.db
      .insertInto('api_keys')
      .values({ ...row, created_at: deps.clock() })
      .execute();
    return key;
  };
  const json = { ...newCase, session: { allowedOrigins: ['https://shop.example'] } };

  test('with a key of fewer scopes gets no session key from the stored response', async () => {
    const { call } = services(database);
    const headers = { 'Idempotency-Key': newKey() };
    expect((await call('POST', '/cases', { json, headers })).status).toBe(201);
    const key = await keyWith('cases:write');
    expect(await call('POST', '/cases', { json, headers, key })).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
  });

  test('is not bound to a scope that was missing', async () => {
    const { call } = services(database);
    const headers = { 'Idempotency-Key': newKey() };
    const key = await keyWith('cases:write');
    expect((await call('POST', '/cases', { json, headers, key })).status).toBe(403);
    expect((await call('POST', '/cases', { json, headers })).status).toBe(201);
  });

  test('reveals nothing about a hit whose case was redacted', async () => {
    const service = services(database);
    const { call, deps } = service;
    const verification = await verify(service, {});
    await verification.details({ familyName: 'IDVTEST_AML_POSSIBLE' });
    const { checks } = await verification.read();
    const { body: screening } = await call('GET', `/aml/screen/${checks.aml.id}`);
    const headers = { 'Idempotency-Key': newKey() };
    const json = { resolution: 'false_positive', reasonCode: 'other', note: 'Seen her passport.' };
    const resolve = () =>
      call('POST', `/aml/screen/${screening.id}/hits/${screening.hits[0].id}/resolution`, { json, headers });
    expect((await resolve()).status).toBe(200);
    expect((await resolve()).headers.get('Idempotent-Replayed')).toBe('true');
    await deps.db.transaction().execute(async (tx) => {
      await redactCase(deps, tx, (await cases.lockById(tx, verification.id))!);
    });
    const after = await resolve();
    expect(after.headers.get('Idempotent-Replayed')).toBeNull();
    expect(JSON.stringify(after.body)).not.toContain('passport');
    expect(after.status).toBe(410);
  });

  test('is recognised by a keyed fingerprint', async () => {
    const { call, deps } = services(database);
    const headers = { 'Idempotency-Key': newKey() };
    await call('POST', '/cases', { json: newCase, headers });
    const mark = deps.vault.fingerprint(purposes.idempotencyKey('test account'), headers['Idempotency-Key']);
    const row = await deps.db
      .selectFrom('idempotency_keys')
      .select('fingerprint')
      .where('key', '=', mark)
      .executeTakeFirstOrThrow();
    const request = `POST /v1/cases ${sha256(JSON.stringify(newCase))}`;
    expect(row.fingerprint).not.toBe(sha256(request));
    expect(row.fingerprint).toBe(deps.vault.fingerprint(purposes.idempotentRequest, request));
  });
});

test.each(databases)('a repetition reveals nothing about a deleted watch on %s', async (database) => {
  const { call } = services(database);
  const json = { person: { familyName: 'Dragavei' }, clientReferenceId: 'customer-7' };
  const headers = { 'Idempotency-Key': newKey() };
  const watch = () => call('POST', '/aml/watch', { json, headers });
  const { body: first } = await watch();
  expect((await watch()).body).toEqual(first);
  expect((await call('DELETE', `/aml/watch/${first.id}`)).status).toBe(204);
  expect((await watch()).body.id).not.toBe(first.id);
});
