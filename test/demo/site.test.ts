import { createHash } from 'node:crypto';
import { webhooks } from 'idv-verify/server';
import { expect, test } from 'vitest';
import { createSite } from '../../demo/site.ts';
import { askSession, openBank, secret, visitor } from './bank.ts';

/** A visitor whose page has just received its session, so their case exists. */
async function applicant() {
  const bank = await openBank();
  const visit = visitor(bank.siteUrl);
  await visit('/open');
  await visit('/idv/session', askSession);
  const [stored] = [...bank.cases.values()];
  return { ...bank, visit, stored: stored! };
}

async function deliver(siteUrl: string, data: object, type = 'case.approved'): Promise<Response> {
  const timestamp = new Date().toISOString();
  const event = {
    id: 'evt_1',
    type,
    timestamp,
    mode: 'test',
    apiVersion: 'v1',
    data: { reasons: [], ...data },
  };
  return fetch(`${siteUrl}/webhooks/idv`, {
    method: 'POST',
    ...(await webhooks.signForTest(event, secret)),
  });
}

test('every page forbids inline code, and all its files are served', async () => {
  const { siteUrl } = await openBank();
  const visit = visitor(siteUrl);
  for (const path of ['/', '/larkspur', '/quayside', '/larkspur/privacy', '/open', '/return', '/nowhere']) {
    const page = await visit(path);
    const policy = page.headers.get('content-security-policy');
    expect(policy, path).toMatch(/default-src 'none'/);
    expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*/);
    expect(page.headers.get('cache-control'), path).toBe('no-store');
    const html = await page.text();
    expect(html, path).not.toMatch(/<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/);
    const sheets = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text!);
    expect(sheets.length, path).toBeGreaterThan(0);
    for (const text of sheets)
      expect(policy, path).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    for (const file of html.match(/(?<=["\s])\/assets\/[^"\s]+/g) ?? []) {
      expect((await visit(file)).status, file).toBe(200);
    }
  }
});

test('before its first paint a page fetches only the script that adds the others', async () => {
  const { siteUrl } = await openBank();
  const visit = visitor(siteUrl);
  for (const path of ['/', '/larkspur', '/larkspur/privacy', '/open', '/return', '/file', '/tour']) {
    const html = await (await visit(path)).text();
    // Further down, pictures may follow: the portrait of the front page, the code at the end of the tour.
    const top = html.slice(0, html.indexOf('<main'));
    const fetched = [...top.matchAll(/<(?!a\s)[^>]*\s(?:src|href)="(\/[^"]*)"/g)].map(([, file]) => file!);
    expect(
      fetched.filter((file) => !/^\/(scripts\/start\.js|assets\/[a-z-]+\.svg)$/.test(file)),
      path,
    ).toEqual([]);
    expect(top, path).not.toMatch(/<img|preload|rel="stylesheet"/);
  }
});

test('files are compressed if that is smaller, and cached until they change', async () => {
  const { siteUrl } = await openBank();
  const headers = { 'accept-encoding': 'br' };
  const first = await fetch(`${siteUrl}/scripts/panel.js`, { headers });
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br']);
  expect(await first.text()).toContain('/panel');
  const etag = first.headers.get('etag')!;
  const again = await fetch(`${siteUrl}/scripts/panel.js`, {
    headers: { ...headers, 'if-none-match': etag },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const other = await fetch(`${siteUrl}/scripts/panel.js`, { headers: { 'if-none-match': 'W/"other"' } });
  expect(other.status).toBe(200);
});

test.each([
  '/assets/..%2fpackage.json',
  '/assets/%2e%2e/package.json',
  '/idv/..%2f..%2fpackage.json',
  '/assets/',
])('serves no other file: %s', async (path) => {
  const { siteUrl } = await openBank();
  expect((await visitor(siteUrl)(path)).status).toBe(404);
});

test('a visitor gets a session for a case of their own', async () => {
  const { visit, cases, siteUrl } = await applicant();
  const other = visitor(siteUrl);
  expect((await other('/idv/session', askSession)).status).toBe(401);
  const opened = await other('/open');
  expect(opened.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
  await other('/idv/session', askSession);
  const again = await visit('/idv/session', askSession);
  expect(cases.size).toBe(2);
  const [one, two] = [...cases.values()];
  expect((await again.json()).caseId).toBe(one!.id);
  expect(one!.clientReferenceId).not.toBe(two!.clientReferenceId);
  expect(one!.state).not.toBe(two!.state);
  expect(one!.returnUrl).toBe(`${siteUrl}/return`);
});

test('a returning person sees the status of the API', async () => {
  const { visit, stored } = await applicant();
  stored.status = 'approved';
  stored.version = 5;
  const page = await visit(`/return?case_id=${stored.id}&state=${stored.state}`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Welcome to Larkspur')]);
  expect((await visit('/open')).headers.get('location')).toBe('/return');
});

test('the case file page starts before its records load, and shows an error if loading fails', async () => {
  const { visit, stored, stopService } = await applicant();
  await visit(`/return?case_id=${stored.id}&state=${stored.state}`);
  stopService();
  const page = await visit('/file');
  const pieces: string[] = [];
  for await (const piece of page.body!.pipeThrough(new TextDecoderStream())) pieces.push(piece);
  expect(pieces[0]).toContain('<h1>The file of your case</h1>');
  expect(pieces[0]).not.toContain('role="alert"');
  const html = pieces.join('');
  expect(html).toContain('<p role="alert">The records could not be read.');
  // The page is complete and reveals nothing about the case.
  expect(html).not.toContain(stored.id);
  expect(html).toMatch(/The same again, as somebody new<\/a>[\s\S]*<\/html>$/);
});

test('the application page starts before the service responds, and shows an error if it does not', async () => {
  const { visit, stored, stopService } = await applicant();
  Object.assign(stored, { status: 'approved', version: 5 });
  const asked = await visit(`/return?case_id=${stored.id}&state=${stored.state}`);
  expect(await asked.text()).not.toContain('role="alert"');
  stopService();
  const page = await visit('/return');
  const pieces: string[] = [];
  for await (const piece of page.body!.pipeThrough(new TextDecoderStream())) pieces.push(piece);
  expect(pieces[0]).toContain('<main');
  expect(pieces[0]).not.toContain('data-outcome');
  expect(pieces.join('')).toMatch(
    /Welcome to Larkspur[\s\S]*role="alert">The service did not answer[\s\S]*<\/html>$/,
  );
});

test('a foreign return URL shows nothing', async () => {
  const { visit, stored } = await applicant();
  for (const query of [`case_id=${stored.id}&state=other`, `state=${stored.state}`, `case_id=${stored.id}`]) {
    expect((await visit(`/return?${query}`)).status).toBe(400);
  }
  stored.clientReferenceId = 'somebody else';
  expect((await visit(`/return?case_id=${stored.id}&state=${stored.state}`)).status).toBe(400);
});

test('a webhook reaches the open page at once', async () => {
  const { visit, stored, site, siteUrl } = await applicant();
  await site.registerWebhooks(`${siteUrl}/webhooks/idv`);
  const live = (await visit('/outcome')).body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await live.read()).value).toContain('"status":"none"');
  const { id: caseId, clientReferenceId } = stored;
  const about = { caseId, clientReferenceId, status: 'declined', version: 4 };
  expect((await deliver(siteUrl, about)).status).toBe(204);
  expect((await live.read()).value).toContain('"status":"declined"');
  await live.cancel();
});

test('an older webhook does not overwrite a newer status', async () => {
  const { visit, stored, site, siteUrl } = await applicant();
  await site.registerWebhooks(`${siteUrl}/webhooks/idv`);
  const { id: caseId, clientReferenceId } = stored;
  await deliver(siteUrl, { caseId, clientReferenceId, status: 'approved', version: 4 });
  await deliver(siteUrl, { caseId, clientReferenceId, status: 'processing', version: 3 });
  expect((await visit('/open')).headers.get('location')).toBe('/return');
});

test('refuses webhooks before registration, and unsigned ones', async () => {
  const { siteUrl, site, hooks } = await openBank();
  const url = `${siteUrl}/webhooks/idv`;
  expect((await deliver(siteUrl, {})).status).toBe(503);
  expect((await fetch(`${siteUrl}/healthz`)).status).toBe(503);
  hooks.push({ id: 'we_old', url }, { id: 'we_other', url: 'https://shop.example/' });
  await site.registerWebhooks(url);
  expect((await fetch(`${siteUrl}/healthz`)).status).toBe(204);
  expect(hooks.map((hook) => hook.url)).toEqual(['https://shop.example/', url]);
  expect(hooks.map(({ id }) => id)).not.toContain('we_old');
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
});

test('offers no phone if phones cannot reach the service', async () => {
  for (const hasHandoff of [true, false]) {
    const { siteUrl, cases } = await openBank({ hasHandoff });
    const visit = visitor(siteUrl);
    await visit('/open?age=21');
    await visit('/idv/session', askSession);
    const policy = hasHandoff ? { minAge: 21 } : { minAge: 21, handoff: 'disable' };
    expect([...cases.values()]).toMatchObject([{ policy }]);
  }
});

test('who is at the machine of the demo gets a link to the review desk, and nobody else', async () => {
  const invite = async () => ({ url: 'http://127.0.0.1:4010/desk/invite/x', problem: '' });
  const { siteUrl } = await openBank({ invite, isBehindProxy: true });
  const at = (address: string, init: RequestInit = {}) => {
    const headers = address ? { 'x-forwarded-for': address } : {};
    return visitor(siteUrl)(init.method ? '/desk' : '/', { ...init, headers });
  };
  expect(await (await at('')).text()).toContain('open the review desk');
  expect(await (await at('', { method: 'POST' })).text()).toContain('/desk/invite/x');
  expect(await (await at('203.0.113.9')).text()).not.toContain('open the review desk');
  expect((await at('203.0.113.9', { method: 'POST' })).status).toBe(404);
  const alone = await openBank();
  expect((await visitor(alone.siteUrl)('/desk', { method: 'POST' })).status).toBe(404);
});

test('no code is shown that leads a phone to itself, and a sentence says why', async () => {
  const local = visitor((await openBank({ hasHandoff: false })).siteUrl);
  expect((await local('/tour/qr.svg')).status).toBe(404);
  const tour = await (await local('/tour')).text();
  expect(tour).not.toContain('qr.svg');
  expect(tour).toContain('npm start -- --lan');
  expect(await (await local('/open')).text()).toContain(
    'A phone cannot take the selfie for this computer here',
  );
  const site = createSite({
    siteUrl: 'https://192.0.2.7:4000',
    apiUrl: 'http://127.0.0.1:9/v1',
    apiKey: 'idv_test_x',
    hasOwnCertificate: true,
  });
  const shown = async (path: string) => site.fetch(new Request(`https://192.0.2.7:4000${path}`));
  expect((await shown('/tour/qr.svg')).status).toBe(200);
  for (const path of ['/tour', '/open']) expect(await (await shown(path)).text()).toContain('press Advanced');
});
