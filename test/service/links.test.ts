import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { languages, textsIn } from '../../src/service/links/languageTexts.ts';
import { bestLanguage } from '../../src/service/links/linkTexts.ts';
import { languageTags } from '../../src/widget/locales/languageTags.ts';
import { type DatabaseKind, databases, sharedServices, startTestService } from '../support/service.ts';
import { newCase, person } from '../support/verification.ts';

const MINUTE_MS = 60_000;
const serviceOn = sharedServices();

/** A browser that opens links and keeps its cookie. */
function browserOn(database: DatabaseKind) {
  let cookie = '';
  return async (json: object) => {
    const reply = await serviceOn(database).call('POST', '/links/redeem', {
      key: null,
      json,
      headers: { ...(cookie && { Cookie: cookie }) },
    });
    cookie = reply.headers.get('Set-Cookie')?.split(';')[0] ?? cookie;
    return reply;
  };
}

const secretOf = ({ url }: { url: string }) => new URL(url).hash.slice(1);

async function caseWithLink(database: DatabaseKind, more: object = {}) {
  const { call } = serviceOn(database);
  const { body } = await call('POST', '/cases', { json: { type: 'kyc_individual', link: true, ...more } });
  return { id: body.id as string, secret: secretOf(body.link), link: body.link, body };
}

async function giveDetails(database: DatabaseKind, id: string) {
  const { call } = serviceOn(database);
  await call('POST', `/cases/${id}/consent`, { json: { biometric: true, textVersion: '1', locale: 'en' } });
  await call('POST', `/cases/${id}/personal-details`, { json: person });
}

describe.each(databases)('the link of a case on %s', (database) => {
  test('is shown once, stored as a hash, and replaces returnUrl', async () => {
    const { call, deps, url } = serviceOn(database);
    const { id, secret, link, body } = await caseWithLink(database);
    expect(link).toEqual({ url: `${url}/verify/#${secret}`, expiresAt: body.expiresAt });
    // 160 bits in base64url.
    expect(secret).toMatch(/^[\w-]{27}$/);
    expect((await call('GET', `/cases/${id}`)).body).not.toHaveProperty('link');
    expect(body.returnUrl).toBe(null);
    const rows = await deps.db.selectFrom('links').selectAll().where('case_id', '=', id).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const without = await call('POST', '/cases', { json: { type: 'kyc_individual' } });
    expect([without.status, without.body.errors]).toMatchObject([
      422,
      [{ pointer: '#/returnUrl', code: 'required' }],
    ]);
  });

  test('opens a session for this case, until a new link or DELETE ends it', async () => {
    const { call } = serviceOn(database);
    const { id, secret } = await caseWithLink(database, { locale: 'de' });
    const opened = await browserOn(database)({ secret });
    expect(opened).toMatchObject({ status: 200, body: { locale: 'de', session: { caseId: id } } });
    const shown = await call('GET', `/cases/${id}`, { key: opened.body.session.sessionKey });
    expect(shown).toMatchObject({ status: 200, body: { status: 'requires_input' } });
    const { body: next } = await call('POST', `/cases/${id}/link`);
    expect((await browserOn(database)({ secret })).body.code).toBe('link_ended');
    expect((await browserOn(database)({ secret: secretOf(next) })).status).toBe(200);
    expect((await call('DELETE', `/cases/${id}/link`)).status).toBe(204);
    expect((await browserOn(database)({ secret: secretOf(next) })).body.code).toBe('link_ended');
  });

  test('ends when the case is canceled or erased, but not when it is decided', async () => {
    const { call } = serviceOn(database);
    const [canceled, erased, decided] = [
      await caseWithLink(database),
      await caseWithLink(database),
      await caseWithLink(database),
    ];
    await call('POST', `/cases/${canceled.id}/cancel`);
    await call('DELETE', `/cases/${erased.id}`);
    for (const to of ['processing', 'approved'])
      await call('POST', `/test/cases/${decided.id}/simulate`, { json: { to } });
    const unknown = await browserOn(database)({ secret: 'x'.repeat(27) });
    for (const { secret } of [canceled, erased]) {
      const reply = await browserOn(database)({ secret });
      expect({ ...reply.body, requestId: '', instance: '' }).toEqual({
        ...unknown.body,
        requestId: '',
        instance: '',
      });
      expect(reply.status).toBe(404);
    }
    const opened = await browserOn(database)({ secret: decided.secret });
    const { body } = await call('GET', `/cases/${decided.id}`, { key: opened.body.session.sessionKey });
    expect(body.status).toBe('submitted');
    expect((await call('POST', `/cases/${decided.id}/link`)).body.code).toBe('case_state_conflict');
  });
});

describe.each(databases)('the end of a link on %s', (database) => {
  test('ends the keys and hand-offs of its browsers at once, but no key of the back end', async () => {
    const { call } = serviceOn(database);
    const { id, secret } = await caseWithLink(database);
    await giveDetails(database, id);
    const json = { allowedOrigins: ['https://shop.example'] };
    const sessionKey = (await call('POST', `/cases/${id}/session-keys`, { json })).body.sessionKey;
    const read = async (key: string) => (await call('GET', `/cases/${id}`, { key })).body.code;
    const date = { dateOfBirth: person.dateOfBirth };
    let opened = await browserOn(database)({ secret, ...date });
    for (const method of ['POST', 'DELETE']) {
      const key = opened.body.session.sessionKey;
      const started = await call('POST', `/cases/${id}/handoff`, { key });
      const phone = { key: null, json: { secret: secretOf(started.body) } };
      const joined = (await call('POST', '/handoffs/join', phone)).body.session.sessionKey;
      expect([await read(key), await read(joined)]).toEqual([undefined, undefined]);
      const { body: next } = await call(method, `/cases/${id}/link`);
      expect([await read(key), await read(joined)]).toEqual(['session_key_revoked', 'session_key_revoked']);
      const handoff = (await call('GET', `/cases/${id}/handoff`)).body;
      expect(handoff).toMatchObject({ status: 'ended', reason: 'computer' });
      if (next) opened = await browserOn(database)({ secret: secretOf(next), ...date });
    }
    expect(await read(sessionKey)).toBe(undefined);
  });
});

describe.each(databases)('the browsers of a link on %s', (database) => {
  test('the cookie is valid for thirty minutes, and for its own case only', async () => {
    const service = await startTestService({ database });
    const open = async (json: object, cookie?: string) =>
      await service.call('POST', '/links/redeem', {
        key: null,
        json,
        headers: { ...(cookie && { Cookie: cookie }) },
      });
    const { body } = await service.call('POST', '/cases', { json: { ...newCase, link: true } });
    const opened = await open({ secret: secretOf(body.link) });
    const header = opened.headers.get('Set-Cookie')!;
    expect(header).toMatch(
      /^__Host-idv-page=[\w-]{27}; Path=\/; Max-Age=1800; HttpOnly; Secure; SameSite=Lax$/,
    );
    const cookie = header.split(';')[0]!;
    const again = await open({ caseId: body.id }, cookie);
    expect([again.status, again.headers.get('Set-Cookie')?.split(';')[0]]).toEqual([200, cookie]);
    expect((await open({ caseId: 'case_other' }, cookie)).body.code).toBe('link_ended');
    expect((await open({})).body.code).toBe('link_ended');
    service.advance(29 * MINUTE_MS);
    expect((await open({}, cookie)).status).toBe(200);
    service.advance(29 * MINUTE_MS);
    expect((await open({}, cookie)).status).toBe(200);
    service.advance(31 * MINUTE_MS);
    expect((await open({}, cookie)).body.code).toBe('link_ended');
    expect(service.logged()).not.toContain(secretOf(body.link));
  });

  test('after the details another browser needs the date of birth, with three attempts', async () => {
    const { id, secret } = await caseWithLink(database);
    const browser = browserOn(database);
    expect((await browser({ secret })).status).toBe(200);
    await giveDetails(database, id);
    expect((await browser({ secret })).status).toBe(200);
    const other = browserOn(database);
    expect(await other({ secret })).toMatchObject({ status: 403, body: { code: 'birth_date_required' } });
    const wrong = await other({ secret, dateOfBirth: '1999-01-01' });
    expect(wrong.body).toMatchObject({
      code: 'birth_date_required',
      errors: [{ pointer: '#/dateOfBirth', code: 'date_mismatch' }],
    });
    expect((await other({ secret, dateOfBirth: person.dateOfBirth })).status).toBe(200);
    expect((await other({ secret })).status).toBe(200);
    const third = browserOn(database);
    expect((await third({ secret, dateOfBirth: '1999-01-02' })).status).toBe(403);
    expect((await third({ secret, dateOfBirth: '1999-01-03' })).body.code).toBe('link_ended');
    expect((await third({ secret, dateOfBirth: person.dateOfBirth })).body.code).toBe('link_ended');
    // Browsers that had opened it before continue.
    expect((await browser({})).status).toBe(200);
  });

  test('another site is refused, and so is guessing', async () => {
    const service = await startTestService({ database, config: { rateLimitScale: 1 } });
    const redeem = (headers: Record<string, string>) =>
      service.call('POST', '/links/redeem', { key: null, json: { secret: 'x'.repeat(27) }, headers });
    expect((await redeem({ Origin: 'https://evil.example' })).body.code).toBe('origin_not_allowed');
    expect((await redeem({ 'Sec-Fetch-Site': 'cross-site' })).body.code).toBe('origin_not_allowed');
    for (let guess = 0; guess < 20; guess++)
      expect((await redeem({ Origin: service.url })).body.code).toBe('link_ended');
    expect((await redeem({ Origin: service.url })).status).toBe(429);
    expect((await service.call('GET', '/links/redeem', { key: null })).headers.get('Allow')).toBe('POST');
  });
});

describe.each(databases)('other holders of a link on %s', (database) => {
  test('opening it again and again ends no session of another browser or of the back end', async () => {
    const { call } = serviceOn(database);
    const { id, secret } = await caseWithLink(database);
    const person = browserOn(database);
    const keyOfPerson = (await person({ secret })).body.session.sessionKey;
    const json = { allowedOrigins: ['https://shop.example'] };
    const { body: ofBackEnd } = await call('POST', `/cases/${id}/session-keys`, { json });
    const statuses: number[] = [];
    for (let time = 0; time < 25; time++) statuses.push((await browserOn(database)({ secret })).status);
    expect(new Set(statuses.slice(0, 19))).toEqual(new Set([200]));
    expect(new Set(statuses.slice(19))).toEqual(new Set([429]));
    const read = async (key: string) => (await call('GET', `/cases/${id}`, { key })).status;
    expect([await read(keyOfPerson), await read(ofBackEnd.sessionKey)]).toEqual([200, 200]);
    // A browser ends only its own older sessions.
    for (let time = 0; time < 3; time++) expect((await person({ secret })).status).toBe(200);
    expect([await read(keyOfPerson), await read(ofBackEnd.sessionKey)]).toEqual([401, 200]);
  });
});

describe.each(databases)('the messages with a link on %s', (database) => {
  test('another author’s decoder reads the link from its code', async () => {
    const { call } = serviceOn(database);
    const { id, link } = await caseWithLink(database);
    const { body: svg, headers } = await call('GET', `/cases/${id}/link/qr.svg`);
    expect(headers.get('Content-Type')).toBe('image/svg+xml');
    const { data, info } = await sharp(Buffer.from(svg), { density: 72 })
      .resize(200, 200)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(decodeQR({ width: info.width, height: info.height, data })).toBe(link.url);
    // No dark page shows through: there is not one pixel without colour.
    expect(data.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
    await call('DELETE', `/cases/${id}/link`);
    expect((await call('GET', `/cases/${id}/link/qr.svg`)).body.code).toBe('link_ended');
  });

  test('they name requester, deadline and host in every language, and no personal data', async () => {
    const { call, url } = serviceOn(database);
    await call('PUT', '/branding', { json: { name: 'Tom & Co' } });
    const { id, link } = await caseWithLink(database, { locale: 'de-AT', prefill: { givenName: 'Canary' } });
    const { body: texts } = await call('GET', `/cases/${id}/link/texts`);
    expect(texts.language).toBe('de');
    expect(texts.email.subject).toBe('Tom & Co bittet Sie, Ihre Identität zu bestätigen');
    expect(texts.email.html).toContain('Tom &amp; Co');
    for (const language of languages) {
      const { body } = await call('GET', `/cases/${id}/link/texts?language=${language}`);
      expect(body.language).toBe(language);
      const year = new Intl.DateTimeFormat(language, { year: 'numeric', timeZone: 'UTC' });
      for (const text of [body.email.text, body.email.html, body.sms]) {
        expect(text, language).toContain(link.url);
        expect(text.replaceAll('&amp;', '&'), language).toContain('Tom & Co');
        expect(text, language).not.toMatch(/Canary|[{}]/);
      }
      expect(body.email.text, language).toContain(new URL(url).host);
      expect(body.sms, language).toMatch(
        new RegExp(year.format(new Date(link.expiresAt)).replace(/\D+/g, '.*') || '.'),
      );
      // The zone stands where the language sets it, and no other script's full stop is put after the heading.
      expect(body.sms, language).toMatch(/UTC|GMT/);
      expect(body.email.text.split('\n')[0], language).toMatch(stops[language] ?? /\.$/);
    }
    expect((await call('GET', `/cases/${id}/link/texts?language=xx`)).body.language).toBe('en');
    expect((await call('GET', `/cases/${id}/link/texts?language=!`)).status).toBe(400);
  });

  test('they say why the person is asked again, as the page does', async () => {
    const { call, deps } = serviceOn(database);
    const { id } = await caseWithLink(database, { locale: 'fr' });
    const before = (await call('GET', `/cases/${id}/link/texts`)).body;
    const last_error = JSON.stringify({ code: 'selfie_too_dark', retryable: true });
    await deps.db.updateTable('cases').set({ last_error }).where('id', '=', id).execute();
    const { email, sms } = (await call('GET', `/cases/${id}/link/texts`)).body;
    const why = textsIn('fr').again['selfie_too_dark']!;
    expect(why[0]).toBe('Il faisait trop sombre.');
    expect(email.text).toBe(before.email.text.replace('\n\n', `\n\n${why.join('\n\n')}\n\n`));
    expect(email.html).toContain(why.map((text) => `<p>${text}</p>`).join('\n'));
    expect(sms).toBe(before.sms.replace('\n', `\n${why.join('\n')}\n`));
  });
});

test('every language has every text with the same placeholders', () => {
  const placesOf = (texts: object) =>
    Object.entries(texts).map(([name, text]) => [
      name,
      [...String(text).matchAll(/\{\w+\}/g)].map(String).sort(),
    ]);
  const english = textsIn('en');
  for (const language of languages) {
    const texts = textsIn(language);
    for (const part of ['mail', 'page'] as const)
      expect(placesOf(texts[part]), language).toEqual(placesOf(english[part]));
    expect(Object.keys(texts.again), language).toEqual(Object.keys(english.again));
    if (language !== 'en') expect(texts.page.endedText, language).not.toBe(english.page.endedText);
  }
  expect([...languages].sort()).toEqual([...languageTags].sort());
});

test.each([
  ['pt', 'pt-BR'],
  ['pt-AO', 'pt-BR'],
  ['zh-HK', 'zh-Hant'],
  ['es-MX', 'es-419'],
  ['no', 'nb'],
  ['sr-Latn-RS', 'sr-Latn'],
  ['fr-CH;q=0.2, de;q=0.9', 'de'],
  ['xx', 'en'],
  ['*', 'en'],
])('the language for %s is %s', (header, language) => expect(bestLanguage(header)).toBe(language));

/** How the first sentence ends where not by a full stop. */
const stops: Record<string, RegExp> = {
  ...Object.fromEntries(['hi', 'bn'].map((tag) => [tag, /।$/])),
  ...Object.fromEntries(['ja', 'zh-Hans', 'zh-Hant'].map((tag) => [tag, /。$/])),
  am: /።$/,
  hy: /։$/,
  ur: /۔$/,
  th: /[^.]$/,
};
