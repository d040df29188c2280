import { describe, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '../../../src/contract/index.ts';
import { routes } from '../../../src/service/routes/index.ts';
import { type DatabaseKind, databases, sharedServices } from '../../support/service.ts';
import { newCase, verify } from '../../support/verification.ts';

const services = sharedServices();
const all = Object.entries(endpoints).filter(([name]) => name in routes) as [string, Endpoint][];
const withId = all.filter(([, { path }]) => path.includes(':id'));

/** A request that is right in form, for any endpoint. */
async function request(
  database: DatabaseKind,
  { method, path, body }: Endpoint,
  options: { id: string; key: string | null },
) {
  const multipart = new FormData();
  multipart.append('nonce', 'none');
  multipart.append('steps', '["center"]');
  multipart.append('frames', new Blob(['x']), 'x.png');
  return await services(database).call(method, path.replace(':id', options.id), {
    key: options.key,
    ...(body === 'json' && { json: {} }),
    ...(body === 'multipart' && { body: multipart }),
  });
}

describe.each(databases)('every route on %s', (database) => {
  test('is in the table with a handler', () => {
    expect(all.length).toBeGreaterThan(15);
  });

  test.each(all)('%s without a key is 401', async (_, endpoint) => {
    const reply = await request(database, endpoint, { id: 'case_1', key: null });
    expect(reply).toMatchObject({ status: 401, body: { code: 'auth_missing' } });
  });

  test.each(withId)('%s with a key of the other mode is 404', async (_, endpoint) => {
    const { keys, call } = services(database);
    const id = await idFor(database, endpoint);
    const own = await call('GET', '/cases');
    expect(own.status).toBe(200);
    const reply = await request(database, endpoint, { id, key: keys.live });
    expect(reply.status).toBe(404);
    expect(reply.body.code).toMatch(/^(resource|route)_not_found$/);
  });

  test.each(all)('%s with a session key of another case is 403', async (name, endpoint) => {
    const { call } = services(database);
    const session = { allowedOrigins: ['https://shop.example'] };
    const { body } = await call('POST', '/cases', { json: { ...newCase, session } });
    const id = await idFor(database, endpoint);
    const reply = await request(database, endpoint, { id, key: body.session.sessionKey });
    if (name === 'startSelfieCheck') expect(reply.status).toBe(422);
    else expect(reply).toMatchObject({ status: 403, body: { code: 'session_scope_exceeded' } });
  });
});

test.each(['/healthz', '/readyz', '/openapi.json'])('%s knows GET alone, without a key', async (path) => {
  const reply = await services('pglite').call('POST', path, { key: null, json: {} });
  expect(reply).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  expect(reply.headers.get('Allow')).toBe('GET, HEAD');
});

/** The id of something in test mode that the endpoint is about. */
async function idFor(database: DatabaseKind, { path }: Endpoint): Promise<string> {
  const service = services(database);
  const verification = await verify(service);
  if (path.startsWith('/aml')) {
    return (await service.call('POST', '/aml/screen', { json: { person: { fullName: 'Ada Quill' } } })).body
      .id;
  }
  if (!path.startsWith('/biometrics')) return verification.id;
  await verification.consent();
  const started = await service.call('POST', '/biometrics/selfie-check', {
    json: { caseId: verification.id },
  });
  return started.body.id;
}
