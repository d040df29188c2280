import { describe, expect, test } from 'vitest';
import { databases, sharedServices } from '../../support/service.ts';
import { newCase } from '../../support/verification.ts';

const services = sharedServices();
const ALLOWED = 'https://shop.example';

describe.each(databases)('pages of other origins on %s', (database) => {
  const preflight = (path: string, origin: string, method = 'POST') =>
    services(database).call('OPTIONS', path, {
      key: null,
      headers: { Origin: origin, 'Access-Control-Request-Method': method },
    });
  const allowOrigin = (reply: { headers: Headers }) => reply.headers.get('Access-Control-Allow-Origin');

  test('may call the routes of session keys', async () => {
    for (const origin of [ALLOWED, 'http://localhost:5173', 'https://elsewhere.example']) {
      const reply = await preflight('/cases/case_1/consent', origin);
      expect(reply.status).toBe(204);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
        vary: 'Origin',
      });
      expect(reply.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    }
  });

  test('may not call other routes, or from an invalid origin', async () => {
    for (const [path, origin] of [
      ['/cases', ALLOWED],
      ['/cases/case_1/decision', ALLOWED],
      ['/cases/case_1/consent', 'null'],
      ['/cases/case_1/consent', 'http://shop.example'],
      ['/cases/case_1/consent', 'https://shop.example/'],
    ] as const) {
      const reply = await preflight(path, origin);
      expect(reply.status).toBe(401);
      expect(allowOrigin(reply)).toBeNull();
    }
  });

  test('read data only if the key allows their origin, and errors always', async () => {
    const { call } = services(database);
    const { body } = await call('POST', '/cases', {
      json: { ...newCase, session: { allowedOrigins: [ALLOWED] } },
    });
    const read = (headers: Record<string, string>, key: string | null = body.session.sessionKey) =>
      call('GET', `/cases/${body.id}`, { key, headers });

    const allowed = await read({ Origin: ALLOWED });
    expect([allowed.status, allowOrigin(allowed)]).toEqual([200, ALLOWED]);
    expect(allowed.headers.get('Access-Control-Expose-Headers')).toBe(
      'Request-Id, Retry-After, ETag, RateLimit, RateLimit-Policy',
    );
    const foreign = await read({ Origin: 'https://elsewhere.example' });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
    expect(allowOrigin(foreign)).toBe('https://elsewhere.example');
    const sandboxed = await read({ Origin: 'null' });
    expect([sandboxed.status, allowOrigin(sandboxed)]).toEqual([403, null]);
    expect(allowOrigin(await read({ Origin: ALLOWED }, null))).toBe(ALLOWED);
    expect((await read({})).status).toBe(200);
  });
});
