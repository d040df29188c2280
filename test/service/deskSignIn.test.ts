import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error: it brings no types.
import Provider from 'oidc-provider';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inviteByCommand } from '../../src/service/desk/controlSocket.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { launchBrowser } from '../support/chromium.ts';
import { come } from '../support/desk.ts';
import { engine } from '../support/engine.ts';
import { sharedServices, startTestService, type TestService } from '../support/service.ts';

/** A real provider on loopback that lets everybody in as the person named in `login`. */
let login = 'ada';
/** Claims of a faulty provider's ID token. */
let fault: Record<string, unknown> = {};
/** The signature of a faulty provider; `null`: that of its key. */
let signature: ((text: string) => string) | null = null;
/** The roles of ada at the provider. */
let roles: string[] = [];
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwks = { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] };
const oidc = {
  issuer: '',
  clientId: 'desk',
  clientSecret: 'a secret of the desk',
  roleClaim: 'roles' as string | null,
};

const server = createServer();

beforeEach(() => {
  roles = ['reviewer'];
});
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  oidc.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

function openProvider(redirect: string): void {
  const provider = new Provider(oidc.issuer, {
    clients: [
      {
        client_id: 'desk',
        client_secret: 'a secret of the desk',
        redirect_uris: [redirect],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks,
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub'], profile: ['name', 'roles'] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => {
        const claims = {
          sub: id,
          name: `Name of ${id}`,
          ...(id === 'ada' && { roles: ['staff', ...roles] }),
        };

        return claims;
      },
    }),
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
  });
  const handle = provider.callback();
  server.removeAllListeners('request');
  server.on('request', async (request, response) => {
    if (request.url === '/token') falsify(response);
    if (!request.url?.startsWith('/interaction/')) return handle(request, response);
    const details = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: login, clientId: 'desk' });
    grant.addOIDCScope('openid profile');
    const result =
      details.prompt.name === 'login'
        ? { login: { accountId: login } }
        : { consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  });
}

/** Puts the claims of `fault` into the ID token of an answer, signed by the key of the provider. */
function falsify(response: ServerResponse): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  const falsified = (answer: unknown) => {
    const body = JSON.parse(String(answer)) as { id_token?: string };
    const [header = '', claims = ''] = body.id_token?.split('.') ?? [];
    if (header) body.id_token = signed(header, { ...parsed(claims), ...fault });
    const text = JSON.stringify(body);
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return end(text);
  };
  response.end = falsified as typeof response.end;
}

const parsed = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;

const signatureBy = (key: KeyObject, text: string) =>
  createSign('sha256').update(text).sign(key, 'base64url');

function signed(header: string, claims: object): string {
  const text = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${signature?.(text) ?? signatureBy(privateKey, text)}`;
}

const services = sharedServices({ config: { desk: { ...readConfig({}).desk, oidc } } });

/** A service that reads roles from a claim, and its provider. */
function open(service: TestService = services('pglite')): TestService {
  openProvider(`${service.url}/desk/sign-in/answer`);
  return service;
}

/** A browser that keeps the cookies of both hosts and follows redirects up to the response for the desk. */
async function goToAnswer(service: TestService) {
  const jar = new Map<string, string>();
  const send = async (url: string, init: RequestInit = {}) => {
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), Cookie: cookies };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=');
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return response;
  };
  const begun = await send(`${service.url}/desk/sign-in`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams(),
  });
  let url = nextOf(await begun.text());
  while (!url.startsWith(`${service.url}/desk/sign-in/answer`)) {
    const response = await send(url);
    url = new URL(response.headers.get('Location')!, url).href;
  }
  return { answer: new URL(url), send, jar };
}

/** Where a page sends the browser at once. */
function nextOf(page: string): string {
  const [, url = ''] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(page) ?? [];
  return url.replaceAll('&amp;', '&');
}

test('signs in a browser that applies form-action to redirects of a form', async () => {
  const service = open();
  login = 'ada';
  const { launchOptions } = await engine();
  const browser = await launchBrowser(launchOptions);
  try {
    const page = await browser.newPage();
    await page.goto(`${service.url}/desk/sign-in`);
    await page.getByRole('button', { name: 'Sign in with your organisation' }).click();
    await page.getByText('Name of ada, reviewer').waitFor();
    expect(new URL(page.url()).pathname).toBe('/desk');
  } finally {
    await browser.close();
  }
});

test('signs in users of the provider with the role from the claim', async () => {
  const service = open();
  login = 'ada';
  const { answer, send } = await goToAnswer(service);
  const done = await send(answer.href);
  expect([done.status, done.headers.get('Location')]).toEqual([303, '/desk']);
  const page = await (await send(`${service.url}/desk`)).text();
  expect(page).toContain('Name of ada, reviewer');
  // The code and the state are good for one time.
  expect((await send(answer.href)).status).toBe(401);
});

test.each([
  ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
  ['no state', (url: URL) => url.searchParams.delete('state')],
  ['another issuer', (url: URL) => url.searchParams.set('iss', 'http://127.0.0.1:1')],
  ['another code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43))],
  ['an error', (url: URL) => url.searchParams.set('error', 'access_denied')],
])('refuses a response with %s', async (_, change) => {
  const service = open();
  login = 'ada';
  const { answer, send } = await goToAnswer(service);
  change(answer);
  expect((await send(answer.href)).status).toBe(401);
  expect((await send(`${service.url}/desk`)).status).toBe(303);
});

const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;

test.each([
  ['for another application', { aud: 'another' }],
  ['for this and another one, which it was made for', { aud: ['desk', 'another'], azp: 'another' }],
  ['that has expired', { exp: seconds(-3600) }],
  ['of another issuer', { iss: 'http://127.0.0.1:1' }],
  ['of another sign-in', { nonce: 'another' }],
  ['without a subject', { sub: undefined }],
  ['of a sign-in in the future', { auth_time: seconds(86_400 * 365) }],
])('refuses an ID token %s, and logs it', async (_, claims) => {
  const service = open();
  login = 'ada';
  const { answer, send } = await goToAnswer(service);
  fault = claims;
  const refused = await send(answer.href).finally(() => {
    fault = {};
  });
  expect(refused.status).toBe(401);
  expect((await send(`${service.url}/desk`)).status).toBe(303);
  const newest = service.deps.db.selectFrom('audit_log').select(['key_id', 'action']).orderBy('id', 'desc');
  expect(await newest.executeTakeFirst()).toEqual({
    key_id: 'stranger/nobody',
    action: 'refused sign in by OpenID',
  });
});

test.each([
  [
    'of another key',
    (text: string) => signatureBy(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, text),
  ],
  ['of no meaning', () => 'AAAA'],
  ['that is missing', () => ''],
])('refuses an ID token with a signature %s', async (_, sign) => {
  const service = open();
  const { answer, send } = await goToAnswer(service);
  signature = sign;
  const refused = await send(answer.href).finally(() => {
    signature = null;
  });
  expect(refused.status).toBe(401);
  expect((await send(`${service.url}/desk`)).status).toBe(303);
});

test('a role that the provider takes ends all sessions and shows under Team, until it is given again', async () => {
  const service = open(await startTestService({ config: { desk: { ...readConfig({}).desk, oidc } } }));
  login = 'ada';
  roles = ['administrator'];
  const earlier = await goToAnswer(service);
  await earlier.send(earlier.answer.href);
  expect((await earlier.send(`${service.url}/desk/team`)).status).toBe(200);
  roles = [];
  const refused = await goToAnswer(service);
  expect((await refused.send(refused.answer.href)).status).toBe(403);
  expect((await earlier.send(`${service.url}/desk/team`)).status).toBe(303);

  const { visitor } = await come(service, 'administrator');
  const { text } = await visitor.get('/desk/team');
  expect(text).toContain('Name of ada');
  expect(text).toContain('no role at the provider');

  roles = ['reviewer'];
  const again = await goToAnswer(service);
  expect((await again.send(again.answer.href)).status).toBe(303);
  expect(await (await again.send(`${service.url}/desk`)).text()).toContain('Name of ada, reviewer');
});

test('refuses a used code, also in another sign-in', async () => {
  const service = open();
  login = 'ada';
  const first = await goToAnswer(service);
  expect((await first.send(first.answer.href)).status).toBe(303);
  const second = await goToAnswer(service);
  second.answer.searchParams.set('code', first.answer.searchParams.get('code')!);
  expect((await second.send(second.answer.href)).status).toBe(401);
});

test('refuses the response to a sign-in that another browser started', async () => {
  const service = open();
  login = 'ada';
  const { answer } = await goToAnswer(service);
  expect((await fetch(answer.href, { redirect: 'manual' })).status).toBe(401);
});

test('refuses a response with another nonce, and a late one', async () => {
  const service = open();
  login = 'ada';
  const first = await goToAnswer(service);
  await service.deps.db.updateTable('desk_sign_ins').set({ nonce: 'another' }).execute();
  expect((await first.send(first.answer.href)).status).toBe(401);
  const second = await goToAnswer(service);
  service.advance(600_001);
  expect((await second.send(second.answer.href)).status).toBe(401);
});

test('without a role claim an administrator enables a new user', async () => {
  const desk = { ...readConfig({}).desk, oidc: { ...oidc, roleClaim: null } };
  const service = open(await startTestService({ config: { desk } }));
  login = 'bob';
  const first = await goToAnswer(service);
  expect((await first.send(first.answer.href)).status).toBe(403);
  await service.deps.db.updateTable('reviewers').set({ disabled_at: null, role: 'reviewer' }).execute();
  const second = await goToAnswer(service);
  expect((await second.send(second.answer.href)).status).toBe(303);
});

test('an invitation still works when a provider is configured', async () => {
  const service = open();
  const path = await inviteByCommand(service.deps, { name: 'Operator', role: 'administrator' });
  const body = new URLSearchParams({ secret: path.split('/').at(-1)! });
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const entered = await fetch(`${service.url}/desk/invite`, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
  });
  expect(entered.status).toBe(303);
});

test('a sign-in without auth_time does not count as recent, and the page explains it', async () => {
  const service = open();
  login = 'ada';
  const { answer, send } = await goToAnswer(service);
  await send(answer.href);
  const page = await (await send(`${service.url}/desk`)).text();
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(page) ?? [];
  const refused = await send(`${service.url}/desk/audit/export`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ token }),
  });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain('auth_time');
});

test('refuses a user without a role, and a disabled user', async () => {
  const service = open();
  login = 'bob';
  const { answer, send } = await goToAnswer(service);
  expect((await send(answer.href)).status).toBe(403);
  login = 'ada';
  const ada = await goToAnswer(service);
  await ada.send(ada.answer.href);
  await service.deps.db.updateTable('reviewers').set({ disabled_at: new Date() }).execute();
  expect((await ada.send(`${service.url}/desk`)).status).toBe(303);
  const again = await goToAnswer(service);
  expect((await again.send(again.answer.href)).status).toBe(403);
});
