import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/service/settings/config.ts';
import { EXTENSIONS, makeCrl, makeRoot, makeSigner, pemOf } from '../../src/testwallet/authority.ts';
import { answerAs } from '../../src/testwallet/holder.ts';
import { sharedServices } from '../support/service.ts';
import { createWalletCase, read, respond, type WalletCase } from '../support/walletCase.ts';
import { WALLET_ORIGIN, walletHolder } from '../support/walletHolder.ts';

/** The clock of the service is frozen. */
const NOW = new Date();
const now = NOW.getTime();
const DAY_MS = 86_400_000;
const root = makeRoot(now);
const folder = mkdtempSync(join(tmpdir(), 'idv-revocation-'));
writeFileSync(join(folder, 'root.pem'), pemOf(root.certificate, ['*']));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SERIAL = Uint8Array.of(7, 7, 7);
/** The revocation lists by their path; others are 404. */
const lists: Record<string, Uint8Array> = {};
const fetched: string[] = [];
const server = createServer(({ url = '' }, response) => {
  fetched.push(url);
  const list = lists[url];
  response.writeHead(list ? 200 : 404).end(list);
});
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(() => new Promise((closed) => server.close(closed)));

const services = sharedServices({
  now: NOW,
  config: {
    wallet: { ...readConfig({}).wallet, testTrust: [folder] },
    webhooks: { ...readConfig({}).webhooks, allowLoopback: true },
  },
});
const service = () => services('pglite');

const crl = (serials: Uint8Array[], { by = root, until = DAY_MS } = {}) =>
  makeCrl(by, serials, now - 2 * DAY_MS, now + until);

/** Shares a credential whose signer names a revocation list. @returns the result and the case */
async function share(path: string) {
  const { port } = server.address() as AddressInfo;
  const extensions = [EXTENSIONS.keyUsage(0), EXTENSIONS.crlAddress(`http://127.0.0.1:${port}${path}`)];
  const signer = makeSigner(root, now, { serial: SERIAL, extensions });
  const made = await createWalletCase(service());
  const request = made.request.requests[0];
  const issuer = { root, signer };
  const answer = answerAs(walletHolder, request, WALLET_ORIGIN, { format: 'mso_mdoc', now, issuer });
  await respond(service(), made, answer);
  return made;
}

const found = async ({ request }: WalletCase) =>
  (await service().call('GET', `/credentials/${request.id}`)).body;

test('a signer that is not revoked is accepted; its revocation list is fetched once', async () => {
  lists['/current'] = crl([Uint8Array.of(8)]);
  for (const _ of ['first', 'second'])
    expect(await found(await share('/current'))).toMatchObject({
      status: 'verified',
      revocation: { result: 'valid', at: NOW.toISOString() },
    });
  expect(fetched.filter((url) => url === '/current')).toHaveLength(1);
});

test('a revoked signer is refused, and a human decides', async () => {
  lists['/revoked'] = crl([Uint8Array.of(1), SERIAL, Uint8Array.of(9)]);
  const made = await share('/revoked');
  expect(await found(made)).toMatchObject({
    status: 'refused',
    code: 'certificate_revoked',
    revocation: { result: 'revoked' },
    reasons: ['credential_revoked'],
  });
  expect((await read(service(), made)).checks.credential.status).toBe('refused');
});

test.each<[string, Uint8Array | null]>([
  ['cannot be had', null],
  ['is signed by somebody else', crl([], { by: makeRoot(now) })],
  ['has expired', crl([], { until: -DAY_MS })],
  ['is none', Uint8Array.of(0x30, 0)],
  ['is larger than four megabytes', new Uint8Array((4 << 20) + 1)],
])('a signer whose revocation list %s is not accepted until a valid list exists', async (name, list) => {
  const path = `/${encodeURIComponent(name)}`;
  if (list) lists[path] = list;
  const made = await share(path);
  expect(await found(made)).toMatchObject({ status: 'processing', revocation: { result: 'unknown' } });
  lists[path] = crl([SERIAL]);
  service().advance(30_000);
  await service().tick();
  expect(await found(made)).toMatchObject({ status: 'refused', code: 'certificate_revoked' });
});
