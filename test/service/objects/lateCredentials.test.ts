import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openBucket } from '../../../src/service/objects/openBucket.ts';
import { StoreAway } from '../../../src/service/objects/StoreAway.ts';
import { type StartedStore, startPictureStore } from '../../support/pictureStores.ts';
import { startTestService } from '../../support/service.ts';
import { settingsOf } from '../../support/sharedPictures.ts';
import { newCase } from '../../support/verification.ts';
import { waitFor } from '../../support/waitFor.ts';

let store: StartedStore;
beforeAll(async () => {
  store = await startPictureStore('s3rver');
});
afterAll(() => store.stop());

/** Only the service of roles has credentials, as for a pod or a container. */
beforeEach(() => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE'])
    vi.stubEnv(name, undefined);
  for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
});

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A service of roles, which may be silent. What it gives has ended already, so that each operation asks it again. */
async function startRoles({ isSilent }: { isSilent: boolean }) {
  const roles = { isSilent };
  const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = store.credentials;
  const server = createServer((_, outgoing) => {
    if (roles.isSilent) return;
    const Expiration = new Date().toISOString();
    outgoing.writeHead(200, { 'Content-Type': 'application/json' });
    outgoing.end(JSON.stringify({ AccessKeyId, SecretAccessKey, Token: '', Expiration }));
  });
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${await listening(server)}/role`);
  return roles;
}

test('a request for credentials that is never answered is given up, and the next operation asks again', async () => {
  const roles = await startRoles({ isSilent: true });
  const bucket = await openBucket(settingsOf(store, 1000), {
    ...{ maxBytes: 1e6, maxWaiting: 8 },
    away: (code, options) => new StoreAway(code, code, options),
  });
  onTestFinished(() => bucket.close());
  const [one, two] = await Promise.allSettled([bucket.get('one'), bucket.get('two')]);
  for (const { status } of [one, two]) expect(status).toBe('rejected');
  roles.isSilent = false;
  await waitFor(async () => (await bucket.get('three').catch(() => 'refused')) === null);
});

test('while a role cannot be renewed, requests are refused in time, and served again after that', async () => {
  const roles = await startRoles({ isSilent: false });
  const service = await startTestService({ config: { keys: settingsOf(store, 1000) } });
  const create = () => service.call('POST', '/cases', { json: newCase });
  expect((await create()).status).toBe(201);
  roles.isSilent = true;
  // Until what was made ahead is used up.
  let last = await create();
  while (last.status === 201) last = await create();
  for (const { status, body } of [last, ...(await Promise.all([create(), create()]))])
    expect([status, body.code]).toEqual([503, 'unavailable']);
  roles.isSilent = false;
  await waitFor(async () => (await create()).status === 201);
});

test('a node that gets no credentials does not start, and says so', async () => {
  await startRoles({ isSilent: true });
  await expect(startTestService({ config: { keys: settingsOf(store, 1000) } })).rejects.toThrow(
    'of KEYS cannot be used (CredentialsLate)',
  );
});
