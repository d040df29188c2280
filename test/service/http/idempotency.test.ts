import { describe, expect, test } from 'vitest';
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

  test('gives the same answer again, quoted or bare', async () => {
    const key = newKey();
    const input = { session: { allowedOrigins: ['https://shop.example'] } };
    const first = await create(key, input);
    expect(first.headers.get('Idempotent-Replayed')).toBeNull();
    const second = await create(`"${key}"`, input);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(second).toMatchObject({ status: 201, body: first.body });
  });

  test('with another payload is 422, ill-formed is 400', async () => {
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

  test('makes one case of twenty requests at once', async () => {
    const key = newKey();
    const clientReferenceId = newKey();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(key, { clientReferenceId })));
    for (const { status, body } of replies) {
      expect(status === 201 || body.code === 'idempotency_in_flight').toBe(true);
    }
    const { body } = await services(database).call('GET', `/cases?clientReferenceId=${clientReferenceId}`);
    expect(body.data).toHaveLength(1);
  });

  test('is refused before what is wrong with the body', async () => {
    const headers = { 'Idempotency-Key': 'two words' };
    const reply = await services(database).call('POST', '/cases', { json: {}, headers });
    expect(reply).toMatchObject({ status: 400, body: { code: 'idempotency_key_invalid' } });
  });

  test('holds for a refusal too, and ends after 24 hours', async () => {
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
    advance(86_400_000);
    expect((await cancel(key)).headers.get('Idempotent-Replayed')).toBeNull();
  });

  test('keeps nothing readable of an answer', async () => {
    const key = newKey();
    await create(key, { state: 'Quillfeather' });
    const { db } = services(database).deps;
    const row = await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.answer!).includes('Quillfeather')).toBe(false);
  });
});

describe.each(databases)('a failure on %s', (database) => {
  test('passes after the failure of IDVTEST_ERROR_503', async () => {
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
