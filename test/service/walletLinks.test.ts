import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/contract/ids.ts';
import { credentialChecks } from '../../src/service/db/store/credentialChecks.ts';
import { payloadOf } from '../../src/testwallet/wallet.ts';
import {
  databases,
  type Reply,
  sharedServices,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { newCase } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';
import { handInOf, walletSite } from '../support/walletSite.ts';

const ORIGIN = 'https://shop.example';
/** The clock of the service is frozen. */
const NOW = new Date();
const { config, browse, ...wallet } = walletSite(NOW);
const services = sharedServices({ now: NOW, config });

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

type WalletCase = Awaited<ReturnType<typeof ask>>;

/** Follows the link, and shares or not. @returns the fragment with which the wallet leads back */
async function follow({ request }: WalletCase, act = 'share', fault = ''): Promise<string> {
  const { href, hash } = await wallet.follow(request.link, { do: act, fault });
  expect(href).toMatch(/^https:\/\/shop\.example\/open\?step=2#idv_wallet=/);
  return hash;
}

function handIn(service: TestService, { page }: WalletCase, hash: string) {
  const { path, json } = handInOf(hash);
  return service.call('POST', path, { ...page, json });
}

test('a link leads to the wallet and back; only the requesting session can submit the response', async () => {
  const service = services('pglite');
  const [walletCase, other] = [await ask(service), await ask(service)];
  const hash = await follow(walletCase);
  const state = async () => (await service.call('GET', `/credentials/${walletCase.request.id}`)).body.status;
  expect(await state()).toBe('pending');
  expect(await handIn(service, other, hash)).toMatchObject({ status: 403 });
  const wrong = await handIn(service, walletCase, hash.replace(/\.[\w-]+$/, `.${'A'.repeat(27)}`));
  expect(wrong).toMatchObject({ status: 409, body: { code: 'challenge_expired' } });
  expect((await handIn(service, walletCase, hash)).status).toBe(202);
  await service.tick();
  expect((await service.call('GET', `/credentials/${walletCase.request.id}`)).body).toMatchObject({
    status: 'verified',
    protocol: 'direct_post.jwt',
    format: 'mso_mdoc',
  });
  // Used: alike to a link that never was.
  expect((await browse('GET', walletCase.request.link)).status).toBe(422);
  expect((await handIn(service, walletCase, hash)).status).toBe(409);
});

test('refuses faulty responses on this path too; a decline uses up no attempt', async () => {
  const service = services('pglite');
  const walletCase = await ask(service);
  expect(await follow(walletCase, 'cancel')).toBe('#idv_wallet=no');
  const hash = await follow(walletCase, 'share', 'mdoc: signature with one bit flipped');
  await handIn(service, walletCase, hash);
  await service.tick();
  const { body } = await service.call('GET', `/credentials/${walletCase.request.id}`);
  expect(body).toMatchObject({ status: 'refused', code: 'issuer_signature_invalid' });
});

test('a late response is refused with a message, and the page keeps the choice', async () => {
  const walletCase = await ask(services('pglite'));
  const open = async () => (await browse('GET', walletCase.request.link)).headers['location']!;
  const [first, second] = [await open(), await open()];
  const form = { person: 'erika', offer: 'pid_mdoc', fault: '', portrait: 'none', do: 'share' };
  expect((await browse('POST', first, form)).status).toBe(200);
  const { status, body } = await browse('POST', second, form);
  expect(status).toBe(422);
  expect(String(body)).toContain('role="alert">The answer did not arrive. The service responds 404');
  for (const chosen of ['"erika" checked', '"pid_mdoc" checked', '"none" selected'])
    expect(String(body)).toContain(chosen);
});

test('a page that gives no return path gets no link', async () => {
  const service = services('pglite');
  expect((await ask(service, {})).request.link).toBeNull();
  for (const returnPath of ['//evil.example', '/\\evil.example', 'https://evil.example', '/#x'])
    expect((await ask(service, { returnPath })).request.code).toBe('validation_failed');
});

/** The path of the address that the wallet of a link calls. */
const pathOf = ({ request }: WalletCase) =>
  new URL(new URL(request.link).searchParams.get('request_uri')!).pathname.replace('/v1', '');

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const post = (service: TestService, path: string, fields: string | Record<string, string>, headers = FORM) =>
  service.call('POST', path, { key: null, headers, body: String(new URLSearchParams(fields)) });

/** An outsider's view of an answer. */
function viewOf({ status, headers, body }: Reply): string {
  const plain = [...headers].filter(([name]) => !['date', 'request-id'].includes(name));
  return JSON.stringify([status, plain, { ...body, instance: '', requestId: '' }]);
}

describe.each(databases)('a token on %s', (database) => {
  test('that is unknown, guessed, used or expired gets the same refusal for every body', async () => {
    const service = await startTestService({ database, now: NOW, config });
    const [open, used, canceled, erased] = [
      await ask(service),
      await ask(service),
      await ask(service),
      await ask(service),
    ];
    const path = pathOf(open);
    await post(service, pathOf(used), { response: 'an.encrypted..answer.x' });
    await service.call('POST', `/cases/${canceled.id}/cancel`);
    await service.call('DELETE', `/cases/${erased.id}`);
    const refused = [
      `/wallet/${newId('cred')}.${path.split('.')[1]}`,
      `${path.split('.')[0]}.${'A'.repeat(27)}`,
      `${path.split('.')[0]}.`,
      path.split('.')[0]!,
      `${path}.x`,
      `/wallet/${encodeURIComponent("' or 1=1; --")}`,
      pathOf(used),
      pathOf(canceled),
      pathOf(erased),
    ];
    const views = async (paths: readonly string[]) => {
      const found = new Set<string>();
      for (const one of paths) {
        found.add(viewOf(await service.call('GET', one, { key: null })));
        found.add(viewOf(await post(service, one, { response: 'x' })));
        found.add(viewOf(await post(service, one, { error: 'x', wallet_nonce: 'x' })));
        found.add(viewOf(await service.call('POST', one, { key: null, json: {} })));
        found.add(
          viewOf(await service.call('POST', one, { key: service.keys.test, body: 'x'.repeat(2 << 20) })),
        );
      }
      return [...found];
    };
    const [view, ...others] = await views(refused);
    expect(view).toContain('resource_not_found');
    expect(others).toEqual([]);
    service.advance(600_000);
    expect(await views([path])).toEqual([view]);
    expect(service.logged()).not.toContain(path.split('.')[1]);
  });

  test('accepts one of two simultaneous responses on two nodes, and its code once', async () => {
    const first = await startTestService({ database, now: NOW, config });
    const { databaseUrl, masterKey } = first.deps.config;
    const isShared = databaseUrl !== null;
    const second = isShared
      ? await startTestService({ now: NOW, config: { ...config, databaseUrl, masterKey } })
      : first;
    const walletCase = await ask(first);
    const response = 'an.encrypted..answer.x';
    const posts = await Promise.all(
      [first, second].map((node) => post(node, pathOf(walletCase), { response })),
    );
    expect(posts.map(({ status }) => status).sort()).toEqual([200, 404]);
    const { redirect_uri } = posts.find(({ status }) => status === 200)!.body;
    const hash = new URL(redirect_uri).hash;
    const handed = await Promise.all([first, second].map((node) => handIn(node, walletCase, hash)));
    expect(handed.map(({ status }) => status).sort()).toEqual([202, 409]);
  });
});

test('a wallet’s form must have the right media type, unique fields and a limited size', async () => {
  const service = services('pglite');
  const walletCase = await ask(service);
  const path = pathOf(walletCase);
  const response = 'an.encrypted..answer.x';
  const tries: [number, string, () => Promise<Reply>][] = [
    [415, 'media_type_unsupported', () => service.call('POST', path, { key: null, json: { response } })],
    [
      415,
      'media_type_unsupported',
      () => post(service, path, { response }, { 'Content-Type': 'text/plain' }),
    ],
    [
      415,
      'media_type_unsupported',
      () => post(service, path, { response }, { ...FORM, 'Content-Encoding': 'gzip' } as typeof FORM),
    ],
    [422, 'validation_failed', () => post(service, path, `response=${response}&response=${response}`)],
    [422, 'validation_failed', () => post(service, path, `response=${response}${'&a=1'.repeat(50)}`)],
    [422, 'validation_failed', () => post(service, path, { response, error: 'access_denied' })],
    [422, 'validation_failed', () => post(service, path, { response, wallet_nonce: 'n' })],
    [422, 'validation_failed', () => post(service, path, { response: '' })],
    [422, 'validation_failed', () => post(service, path, { response: 'a\0b' })],
    [422, 'validation_failed', () => post(service, path, { wallet_nonce: 'n'.repeat(513) })],
    [413, 'body_too_large', () => post(service, path, { response: 'x'.repeat(1 << 20) })],
    [405, 'method_not_allowed', () => service.call('PUT', path, { key: null })],
  ];
  for (const [status, code, send] of tries) expect(await send()).toMatchObject({ status, body: { code } });
  const headers = { Origin: 'https://wallet.example', 'Access-Control-Request-Method': 'POST' };
  const preflight = await service.call('OPTIONS', path, { key: null, headers });
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull();
  // Nothing of it has used the token up.
  const nonce = 'n'.repeat(512);
  const object = await post(service, path, { wallet_nonce: nonce, wallet_metadata: '{}' });
  expect(object.headers.get('Content-Type')).toBe('application/oauth-authz-req+jwt');
  expect(payloadOf(object.body)['wallet_nonce']).toBe(nonce);
  expect(payloadOf((await post(service, path, {})).body)).not.toHaveProperty('wallet_nonce');
  expect((await post(service, path, { error: 'access_denied', state: 's' })).body.redirect_uri).toMatch(
    /=no$/,
  );
  expect((await post(service, path, { response })).status).toBe(200);
});

test('the code of another request of the case is refused', async () => {
  const service = services('pglite');
  const walletCase = await ask(service);
  const path = `/cases/${walletCase.id}/credential-requests`;
  const { body } = await service.call('POST', path, {
    ...walletCase.page,
    json: { returnPath: '/open?step=2' },
  });
  const [first, second] = [await follow(walletCase), await follow({ ...walletCase, request: body })];
  const crossed = first.replace(/\.[\w-]+$/, /\.[\w-]+$/.exec(second)![0]);
  expect(await handIn(service, walletCase, crossed)).toMatchObject({ status: 409 });
  expect((await handIn(service, walletCase, second)).status).toBe(202);
});

test('an endless body without a valid token is not awaited, and blocks no other call', async () => {
  const service = services('pglite');
  const walletCase = await ask(service);
  const path = pathOf(walletCase);
  const slow = (to: string) => {
    const headers = { ...FORM, 'Content-Length': '1000' };
    const sent = httpRequest(`${service.url}/v1${to}`, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.write('response=');
    return sent;
  };
  const guess = slow(`${path.split('.')[0]}.${'A'.repeat(27)}`);
  const [refusal] = await once(guess, 'response');
  expect(refusal.statusCode).toBe(404);
  guess.destroy();
  const { uploads } = service.deps.state;
  const connections = [slow(path), slow(path)];
  await waitFor(() => uploads.size === 2);
  expect(await post(service, path, { response: 'x' })).toMatchObject({ status: 429 });
  expect((await service.call('GET', path, { key: null })).status).toBe(200);
  expect((await ask(service)).request.link).toContain('request_uri');
  for (const one of connections) one.destroy();
  await waitFor(() => uploads.size === 0);
  expect((await post(service, path, { response: 'x' })).status).toBe(200);
});

test('guessing tokens is rate-limited', async () => {
  const service = await startTestService({ now: NOW, config: { ...config, rateLimitScale: 1 } });
  const guess = () => service.call('GET', `/wallet/${newId('cred')}.${'A'.repeat(27)}`, { key: null });
  for (let count = 0; count < 20; count++) expect((await guess()).status).toBe(404);
  expect((await guess()).status).toBe(429);
});

test.runIf(databases.includes('postgres'))(
  'a response at the last moment is not expired as overdue',
  async () => {
    const service = services('postgres');
    const walletCase = await ask(service);
    const key = { id: walletCase.request.id, case_id: walletCase.id };
    const { db } = service.deps;
    let swept: Promise<number> | undefined;
    await db.transaction().execute(async (tx) => {
      await credentialChecks.update(tx, key, { status: 'received' });
      swept = credentialChecks.expireOverdue(db, new Date(NOW.getTime() + 600_000), 10);
      await waitFor(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and query like '%update credential_checks%'`.execute(db);
        return rows.length > 0;
      });
    });
    await swept;
    expect((await credentialChecks.findByKey(db, key))?.status).toBe('received');
  },
);
