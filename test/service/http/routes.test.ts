import { describe, expect, test } from 'vitest';
import { type Endpoint, endpoints, type IdPrefix, isId } from '../../../src/contract/index.ts';
import { routes } from '../../../src/service/routes/index.ts';
import { makeCredentialRequest } from '../../prove/access/resources.ts';
import { type DatabaseKind, databases, sharedServices, type TestService } from '../../support/service.ts';
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
  return await services(database).call(
    method,
    path.replace(':id', options.id).replace(/:(hitId|n)$|:hitId/, 'x'),
    {
      key: options.key,
      ...(body === 'json' && { json: {} }),
      ...(body === 'multipart' && { body: multipart }),
    },
  );
}

describe.each(databases)('every route on %s', (database) => {
  test('is in the table with a handler', () => {
    expect(all.length).toBeGreaterThan(15);
  });

  test.each(all)('%s without a key gives 401', async (_, endpoint) => {
    const reply = await request(database, endpoint, { id: 'case_1', key: null });
    expect(reply).toMatchObject({ status: 401, body: { code: 'auth_missing' } });
  });

  test.each(withId)('%s with a key of the other mode gives 404', async (_, endpoint) => {
    const { keys, call } = services(database);
    const id = await idFor(database, endpoint);
    const page = await call('GET', '/cases');
    expect(page.status).toBe(200);
    const reply = await request(database, endpoint, { id, key: keys.live });
    expect(reply.status).toBe(404);
    expect(reply.body.code).toMatch(/^(resource|route)_not_found$/);
  });

  test.each(all)('%s with a session key of another case gives 403', async (name, endpoint) => {
    const id = await idFor(database, endpoint);
    const reply = await request(database, endpoint, { id, key: await sessionKeyOn(database) });
    if (name === 'startSelfieCheck' || name === 'startDocumentCheck') expect(reply.status).toBe(422);
    else expect(reply).toMatchObject({ status: 403, body: { code: 'session_scope_exceeded' } });
  });
});

test.each(databases)('a session key starts no check of another case, on %s', async (database) => {
  const { call } = services(database);
  const session = { allowedOrigins: ['https://shop.example'] };
  const { body: created } = await call('POST', '/cases', { json: { ...newCase, session } });
  const other = await verify(services(database));
  await other.consent();
  const key = created.session.sessionKey;
  const start = (caseId: string) => call('POST', '/biometrics/selfie-check', { json: { caseId }, key });
  expect(await start(other.id)).toMatchObject({ status: 403, body: { code: 'session_scope_exceeded' } });
  expect((await other.read()).checks.selfie.id).toBeNull();
  expect((await start(created.id)).body.code).toBe('consent_required');
});

test.each(['/healthz', '/readyz', '/openapi.json'])('%s accepts GET only, without a key', async (path) => {
  const reply = await services('pglite').call('POST', path, { key: null, json: {} });
  expect(reply).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  expect(reply.headers.get('Allow')).toBe('GET, HEAD');
});

/** The results of `make` by key: every request about them is refused, which leaves them as they are. */
const made = new Map<string, Promise<string>>();

function once(key: string, make: () => Promise<string>): Promise<string> {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

/** The key of a page, of a case that no request is about. */
function sessionKeyOn(database: DatabaseKind): Promise<string> {
  return once(`${database} session`, async () => {
    const session = { allowedOrigins: ['https://shop.example'] };
    const { body } = await services(database).call('POST', '/cases', { json: { ...newCase, session } });
    return body.session.sessionKey;
  });
}

/** The id of something in test mode that the endpoint is about. */
async function idFor(database: DatabaseKind, { resource }: Endpoint): Promise<string> {
  if (resource === undefined) return 'none';
  const make = MAKE[resource];
  if (!make) throw new Error(`Nothing makes a resource of the kind ${resource}`);
  const id = await once(`${database} ${resource}`, () => make(services(database)));
  expect(isId(resource, id)).toBe(true);
  return id;
}

const MAKE: Partial<Record<IdPrefix, (service: TestService) => Promise<string>>> = {
  case: async (service) => (await verify(service)).id,
  bio: async ({ call, ...service }) => {
    const { id, consent } = await verify({ call, ...service });
    await consent();
    return (await call('POST', '/biometrics/selfie-check', { json: { caseId: id } })).body.id;
  },
  doc: async ({ call, ...service }) => {
    const { id, consent } = await verify({ call, ...service }, { policy: { document: 'offer' } });
    await consent();
    return (await call('POST', '/biometrics/document-check', { json: { caseId: id } })).body.id;
  },
  cred: async (service) => makeCredentialRequest(service, (await verify(service)).id),
  aml: async ({ call }) =>
    (await call('POST', '/aml/screen', { json: { person: { fullName: 'Ada Quill' } } })).body.id,
  watch: async ({ call }) =>
    (await call('POST', '/aml/watch', { json: { person: { fullName: 'Ada Quill' } } })).body.id,
  batch: async ({ call }) => {
    const body = new FormData();
    body.append('file', new Blob(['{"id":1,"person":{"fullName":"Ada Quill"}}'], { type: 'text/plain' }));
    return (await call('POST', '/aml/batches', { body })).body.id;
  },
  we: async ({ call }) =>
    (await call('POST', '/webhook-endpoints', { json: { url: 'https://shop.example/hook' } })).body.id,
  key: async ({ call }) => (await call('POST', '/keys', { json: {} })).body.id,
  evt: async ({ call }) => (await call('POST', '/test/events', { json: { type: 'case.approved' } })).body.id,
};
