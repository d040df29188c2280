import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { databases, sharedServices } from '../../support/service.ts';
import { newCase } from '../../support/verification.ts';

const services = sharedServices();
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
const json = { 'Content-Type': 'application/json' };

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const bodies: [body: string, status: number, code?: string][] = [
  ['{"type":', 400, 'json_invalid'],
  ['', 400, 'json_invalid'],
  [nested(17), 400, 'json_invalid'],
  [nested(40_000 / 6), 400, 'json_invalid'],
  [nested(16), 422, 'unknown_field'],
  ['null', 422, 'validation_failed'],
  [JSON.stringify({ ...newCase, colour: 'red' }), 422, 'unknown_field'],
  [JSON.stringify({ ...newCase, state: 'a\0b' }), 422, 'validation_failed'],
  [JSON.stringify({ ...newCase, metadata: { 'a\0b': 'x' } }), 422, 'validation_failed'],
  [
    String.raw`{"type":"kyc_individual","returnUrl":"https://a.example","state":"\ud800"}`,
    422,
    'validation_failed',
  ],
  [
    '{"type":"kyc_individual","returnUrl":"https://a.example","metadata":{"__proto__":"lost"}}',
    422,
    'unknown_field',
  ],
  [JSON.stringify({ ...newCase, returnUrl: 'http://shop.example' }), 422, 'return_url_not_allowed'],
  [JSON.stringify({ ...newCase, returnUrl: 'https://a:b@shop.example' }), 422, 'return_url_not_allowed'],
  [JSON.stringify({ ...newCase, returnUrl: 'https://@shop.example' }), 422, 'return_url_not_allowed'],
  [JSON.stringify({ ...newCase, returnUrl: 'https:shop.example' }), 422, 'return_url_not_allowed'],
  [JSON.stringify({ ...newCase, returnUrl: ' https://shop.example' }), 422, 'validation_failed'],
  [JSON.stringify({ ...newCase, returnUrl: 'https://shop.example/\n' }), 422, 'validation_failed'],
  [JSON.stringify({ ...newCase, returnUrl: 'https:\\\\shop.example' }), 422, 'validation_failed'],
  [
    JSON.stringify({ ...newCase, session: { allowedOrigins: ['https://*.shop.example'] } }),
    422,
    'validation_failed',
  ],
  [JSON.stringify({ ...newCase, state: '' }), 201],
  [JSON.stringify({ ...newCase, expiresAt: '2020-01-01T00:00:00.000Z' }), 422, 'validation_failed'],
  [JSON.stringify({ ...newCase, expiresAt: '2020-13-45T00:00:00.000Z' }), 422, 'validation_failed'],
  [JSON.stringify({ ...newCase, expiresAt: `${tomorrow}.000Z` }), 201],
  [JSON.stringify({ ...newCase, expiresAt: `${tomorrow}Z` }), 201],
  [JSON.stringify({ ...newCase, expiresAt: `${tomorrow}+02:00` }), 422, 'validation_failed'],
];

describe.each(databases)('input on %s', (database) => {
  const post = (body: BodyInit, headers: Record<string, string> = json) =>
    services(database).call('POST', '/cases', { body, headers });

  test.each(bodies)('%s is %i %s', async (body, status, code) => {
    expect(await post(body)).toMatchObject({ status, body: code ? { code } : {} });
  });

  test('a refusal names the field and repeats no value', async () => {
    const { body } = await post(
      JSON.stringify({ type: 'kyc_individual', returnUrl: 'Quillfeather', policy: { minAge: -1 } }),
    );
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '#/returnUrl',
      '#/policy/minAge',
    ]);
    expect(JSON.stringify(body)).not.toContain('Quillfeather');
  });

  test('a refusal names at most twenty fields, and their total number', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`field${i}`, 1]));
    const { body } = await post(JSON.stringify({ ...newCase, ...unknown }));
    expect(body).toMatchObject({ code: 'unknown_field', detail: expect.stringContaining('3000') });
    expect(body.errors.length).toBe(20);
  });

  test.each([
    [-10, 201],
    [-60, 422],
  ])('a time 15 minutes ahead by a clock that is off by %i s gives %i', async (off, status) => {
    const { deps } = services(database);
    const expiresAt = new Date(deps.clock().getTime() + (900 + off) * 1000).toISOString();
    expect((await post(JSON.stringify({ ...newCase, expiresAt }))).status).toBe(status);
  });

  test('a missing resource is reported before invalid input', async () => {
    const path = '/cases/case_01h455vb4pex5vsknk084sn02q/consent';
    const reply = await services(database).call('POST', path, { body: 'nonsense' });
    expect(reply).toMatchObject({ status: 404, body: { code: 'resource_not_found' } });
  });

  test('another media type gives 415', async () => {
    const reply = await post('type=kyc_individual', { 'Content-Type': 'text/plain' });
    expect(reply).toMatchObject({ status: 415, body: { code: 'media_type_unsupported' } });
    expect(
      (await post(JSON.stringify(newCase), { 'Content-Type': 'Application/JSON; charset=utf-8' })).status,
    ).toBe(201);
  });

  test('a missing body means {} if no field is required, with or without a media type', async () => {
    const { call } = services(database);
    const { body: event } = await call('POST', '/test/events', { json: { type: 'webhook.test' } });
    for (const headers of [{}, json]) {
      expect((await call('POST', `/events/${event.id}/redeliver`, { headers })).status).toBe(202);
      expect((await call('POST', '/cases', { headers })).status).toBe(headers === json ? 400 : 415);
    }
  });

  test('a compressed body gives 415', async () => {
    const packed = { ...json, 'Content-Encoding': 'gzip' };
    const reply = await post(gzipSync(JSON.stringify(newCase)), packed);
    expect(reply).toMatchObject({ status: 415, body: { code: 'media_type_unsupported' } });
    expect(reply.headers.get('Accept-Encoding')).toBe('identity');
  });

  test('a body that is too large gives 413, and its sender receives the response', async () => {
    for (const size of [70_000, 900_000]) {
      expect(await post('x'.repeat(size))).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    }
  });

  test('unknown routes give 404, unknown methods 405', async () => {
    const { call } = services(database);
    expect(await call('GET', '/nothing')).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
    const reply = await call('PATCH', '/cases');
    expect(reply).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(reply.headers.get('Allow')?.split(', ').sort()).toEqual(['GET', 'POST']);
  });
});

test.each([
  ['a header block above 16 KB', `GET /v1/cases HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}`],
  ['what is no HTTP', 'Good morning'],
  ['a missing Host', 'GET /v1/cases HTTP/1.1'],
  ['an impossible Host', 'GET /v1/cases HTTP/1.1\r\nHost: a b'],
  ['an address that is none', 'OPTIONS * HTTP/1.1\r\nHost: x'],
  ['an expectation', 'POST /v1/cases HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nExpect: wonders'],
])('%s is refused in the common error format', async (_, head) => {
  const { hostname, port } = new URL(services('pglite').url);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
    socket.write(`${head}\r\n\r\n`);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/^Request-Id: req_/im);
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ code: 'header_invalid', status: 400 });
});

test.each([
  ['numbers', `[${'0,'.repeat(200_000)}0]`],
  ['objects', `[${'{},'.repeat(130_000)}{}]`],
  ['nested arrays', '['.repeat(400_000)],
])('a large body of many %s is refused before it is parsed', async (_, body) => {
  const { call } = services('pglite');
  const reply = await call('PUT', '/branding', { body, headers: json });
  expect(reply).toMatchObject({ status: 400, body: { code: 'json_invalid' } });
  expect(reply.body.detail).toBe('The JSON exceeds the limit of 10000 values. Send fewer.');
});
