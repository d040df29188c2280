import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../src/service/settings/config.ts';
import { openAuthority } from '../../src/testwallet/openAuthority.ts';
import { createWallet } from '../../src/testwallet/site/createWallet.ts';
import { sharedServices, type TestService } from '../support/service.ts';
import { newCase } from '../support/verification.ts';

const ORIGIN = 'https://shop.example';
const WALLET = 'http://localhost:4020';
/** The clock of the service stands still. */
const NOW = new Date();
const folder = mkdtempSync(join(tmpdir(), 'idv-wallet-links-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const authority = openAuthority(folder, NOW.getTime());
const { trust, certificate, key } = authority.files;
const services = sharedServices({
  now: NOW,
  config: {
    wallet: {
      ...readConfig({}).wallet,
      testTrust: [trust],
      testUrl: WALLET,
      certificateFile: certificate,
      keyFile: key,
    },
  },
});
const handle = createWallet({
  settings: { url: WALLET, port: 4020, verifiers: [] },
  authority,
  now: () => NOW.getTime(),
});
const browse = (method: string, path: string, form: Record<string, string> = {}) =>
  handle({ method, url: new URL(path, WALLET), accept: '', body: new URLSearchParams(form).toString() });

/** A case with consent, and the link for its page. */
async function ask(service: TestService, json: object = { returnPath: '/open?step=2' }) {
  const made = { ...newCase, policy: { credential: 'offer' }, session: { allowedOrigins: [ORIGIN] } };
  const { id, session } = (await service.call('POST', '/cases', { json: made })).body;
  const page = { key: session.sessionKey, headers: { Origin: ORIGIN } };
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  await service.call('POST', `/cases/${id}/consent`, { ...page, json: consent });
  const { body } = await service.call('POST', `/cases/${id}/credential-requests`, { ...page, json });
  return { id, page, request: body };
}

type Asked = Awaited<ReturnType<typeof ask>>;

/** Follows the link, and shares or not. @returns the fragment with which the wallet leads back */
async function follow({ request }: Asked, act = 'share', fault = ''): Promise<string> {
  const { status, headers } = await browse('GET', request.link);
  expect(status).toBe(303);
  const form = { person: 'thea', offer: 'pid_mdoc', fault, portrait: 'own', do: act };
  const { body } = await browse('POST', headers['location']!, form);
  const [, back] = /url=(https:[^"]+)/.exec(String(body)) ?? [];
  expect(back).toMatch(/^https:\/\/shop\.example\/open\?step=2#idv_wallet=/);
  return new URL(back!).hash;
}

function handIn(service: TestService, { page }: Asked, hash: string) {
  const [, id, code] = /=(\w+)\.([\w-]+)$/.exec(hash)!;
  const json = { protocol: 'direct_post.jwt', data: { response_code: code } };
  return service.call('POST', `/credential-requests/${id}/response`, { ...page, json });
}

test('a link leads to the wallet and back; only the session that asked hands the answer in', async () => {
  const service = services('pglite');
  const [asked, other] = [await ask(service), await ask(service)];
  const hash = await follow(asked);
  const state = async () => (await service.call('GET', `/credentials/${asked.request.id}`)).body.status;
  expect(await state()).toBe('pending');
  expect(await handIn(service, other, hash)).toMatchObject({ status: 403 });
  const wrong = await handIn(service, asked, hash.replace(/\.[\w-]+$/, `.${'A'.repeat(27)}`));
  expect(wrong).toMatchObject({ status: 409, body: { code: 'challenge_expired' } });
  expect((await handIn(service, asked, hash)).status).toBe(202);
  await service.tick();
  expect((await service.call('GET', `/credentials/${asked.request.id}`)).body).toMatchObject({
    status: 'verified',
    protocol: 'direct_post.jwt',
    format: 'mso_mdoc',
  });
  // Used: alike to a link that never was.
  expect((await browse('GET', asked.request.link)).status).toBe(422);
  expect((await handIn(service, asked, hash)).status).toBe(409);
});

test('a fault is refused by this way too; who shares nothing uses up no try', async () => {
  const service = services('pglite');
  const asked = await ask(service);
  expect(await follow(asked, 'cancel')).toBe('#idv_wallet=no');
  const hash = await follow(asked, 'share', 'mdoc: signature with one bit flipped');
  await handIn(service, asked, hash);
  await service.tick();
  const { body } = await service.call('GET', `/credentials/${asked.request.id}`);
  expect(body).toMatchObject({ status: 'refused', code: 'issuer_signature_invalid' });
});

test('a page that names no path of its own gets no link', async () => {
  const service = services('pglite');
  expect((await ask(service, {})).request.link).toBeNull();
  for (const returnPath of ['//evil.example', '/\\evil.example', 'https://evil.example', '/#x'])
    expect((await ask(service, { returnPath })).request.code).toBe('validation_failed');
});
