import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { databases, sharedServices, startTestService } from '../support/service.ts';
import { newCase } from '../support/verification.ts';

/** Programs that open links before people do. */
const SCANNERS = [
  'Safelinks',
  'TelegramBot',
  'WhatsApp/2.24',
  'facebookexternalhit/1.1',
  'Slackbot-LinkExpanding',
];

const serviceOn = sharedServices();
const openService = () => serviceOn(databases[0]!);

describe('a GET of the hosted page', () => {
  test('has no effect, and returns the same bytes a hundred times', async () => {
    const { call, url, deps } = openService();
    const { body } = await call('POST', '/cases', { json: { ...newCase, link: true } });
    const [address, secret] = body.link.url.split('#');
    expect(address).toBe(`${url}/verify/`);
    const pages = new Set<string>();
    for (let visit = 0; visit < 100; visit++) {
      const agent = SCANNERS[visit % SCANNERS.length]!;
      const path = visit % 2 ? '/verify/' : '/verify';
      const method = visit % 10 === 9 ? 'HEAD' : 'GET';
      const reply = await fetch(`${url}${path}`, { method, headers: { 'User-Agent': agent } });
      expect(reply.status).toBe(200);
      if (method === 'GET') pages.add(await reply.text());
    }
    expect(pages.size).toBe(1);
    expect([...pages][0]).toContain('<noscript><p class="card">This page needs JavaScript.');
    for (const table of ['session_keys', 'page_cookies'] as const)
      expect(await deps.db.selectFrom(table).selectAll().execute()).toEqual([]);
    const opened = await call('POST', '/links/redeem', { key: null, json: { secret } });
    expect(opened.status).toBe(200);
    expect((await fetch(`${url}/verify`, { method: 'POST' })).status).toBe(405);
  });

  test('forbids foreign scripts, frames, caching and search engines', async () => {
    const { url } = openService();
    const { headers } = await fetch(`${url}/verify/`);
    const policy = headers.get('Content-Security-Policy')!;
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
      expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain('allow-duplicates');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
      'cross-origin-opener-policy': 'same-origin',
    });
  });
});

describe('the content of the hosted page', () => {
  test('uses the language of the browser, and names the requester and the host', async () => {
    const { url, call } = openService();
    await call('PUT', '/branding', { json: { name: '<Shop> & Co' } });
    const page = async (language: string) =>
      await (await fetch(`${url}/verify/`, { headers: { 'Accept-Language': language } })).text();
    // Each node caches the branding for one second.
    await expect.poll(() => page('en')).toContain('&lt;Shop&gt; &amp; Co is asking for this check');
    expect(await page('ar-EG,en;q=0.5')).toContain('<html lang="ar" dir="rtl"');
    expect(await page('xx, de-AT;q=0.8')).toContain(`Die Prüfung läuft auf: ${new URL(url).host}`);
    expect(await page('en')).toContain(
      '<meta property="og:title" content="&lt;Shop&gt; &amp; Co · Test mode">',
    );
    const texts = await fetch(`${url}/verify/texts?language=zh-TW`);
    expect(await texts.json()).toMatchObject({
      language: 'zh-Hant',
      dir: 'ltr',
      texts: { copy: '複製連結' },
    });
  });

  test('marks test-mode branding, which live-mode branding replaces', async () => {
    const { url, call, keys } = await startTestService();
    await call('PUT', '/branding', {
      json: { name: 'Bank of Tests', frameAncestors: ['https://evil.example'] },
    });
    const page = async () => await (await fetch(`${url}/verify`)).text();
    await expect.poll(page).toContain('<title>Bank of Tests · Test mode</title>');
    expect(await page()).toContain('<span id="mark">Test mode</span>');
    await call('PUT', '/branding', { key: keys.live, json: { supportEmail: 'help@shop.example' } });
    await expect.poll(page).not.toContain('Bank of Tests');
    expect(await page()).toContain('<span id="mark" hidden>');
    expect(await page()).toContain('help@shop.example');
    const { headers } = await fetch(`${url}/verify`);
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  });

  test('serves only its own files, compressed', async () => {
    const { url } = openService();
    const css = await fetch(`${url}/verify/files/page.css`, { headers: { 'Accept-Encoding': 'br' } });
    expect([css.headers.get('Content-Type'), css.headers.get('Content-Encoding')]).toEqual([
      'text/css; charset=utf-8',
      'br',
    ]);
    const tag = css.headers.get('ETag')!;
    expect(await css.text()).toContain('color-scheme');
    const again = await fetch(`${url}/verify/files/page.css`, {
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': tag },
    });
    expect(again.status).toBe(304);
    for (const path of [
      'files/..%2fservePage.ts',
      'files/%2e%2e/pageFiles.ts',
      'files/none.js',
      'widget/x',
      'logo/1.png',
    ])
      expect((await fetch(`${url}/verify/${path}`)).status).toBe(404);
  });
});

describe('the branding of the hosted page', () => {
  test('a logo is re-encoded as PNG, and sending its URL keeps it', async () => {
    const { url, call } = openService();
    const drawn = sharp({ create: { width: 1200, height: 300, channels: 3, background: '#2f4fd8' } });
    const marked = drawn.withExif({ IFD0: { Copyright: 'canary' } });
    const file = await marked.jpeg().toBuffer();
    const set = await call('PUT', '/branding', { json: { name: 'Shop', logo: file.toString('base64') } });
    expect(set.body.logo).toMatch(new RegExp(`^${url}/verify/logo/[0-9a-f]{32}\\.png$`));
    const served = await fetch(set.body.logo);
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(served.headers.get('Content-Type')).toBe('image/png');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 640, height: 160 });
    expect(bytes.includes('canary')).toBe(false);
    const { body: read } = await call('GET', '/branding');
    expect((await call('PUT', '/branding', { json: { ...read, name: 'Shop 2' } })).body.logo).toBe(read.logo);
    expect((await call('PUT', '/branding', { json: { name: 'Shop' } })).body.logo).toBe(null);
    expect((await fetch(read.logo)).status).toBe(404);
  });

  test('SVG, which can contain scripts, and any other non-picture are refused', async () => {
    const { call } = openService();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>';
    for (const logo of [
      Buffer.from(svg).toString('base64'),
      `data:image/png;base64,${btoa(svg)}`,
      '!',
      'https://x.example/a.png',
    ]) {
      const reply = await call('PUT', '/branding', { json: { logo } });
      expect([reply.status, reply.body.code]).toEqual([422, 'logo_invalid']);
    }
    expect((await call('PUT', '/branding', { json: { logo: 'A'.repeat(600_000) } })).status).toBe(413);
  });

  test('a colour with too little contrast is corrected, and the response reports it', async () => {
    const { call } = openService();
    const { body } = await call('PUT', '/branding', {
      json: { colors: { accent: '#ffe680', accentDark: '#8ea8ff' } },
    });
    expect(body.corrections).toEqual([
      { field: 'colors.accent', given: '#ffe680', used: body.colors.accent, contrast: 1.15 },
    ]);
    // On white and on the background of the page.
    for (const background of ['#ffffff', '#f4f6fb'])
      expect(contrastOf(body.colors.accent, background)).toBeGreaterThanOrEqual(4.5);
    expect(body.colors.accentDark).toBe('#8ea8ff');
    expect((await call('PUT', '/branding', { json: { colors: { accent: 'red' } } })).status).toBe(422);
  });

  test('origins that may frame the page are listed in its policies', async () => {
    const { call, url } = openService();
    const frameAncestors = ['https://shop.example'];
    await call('PUT', '/branding', { json: { frameAncestors } });
    // Each node caches the branding for one second.
    const policy = async () => (await fetch(`${url}/verify/`)).headers.get('Content-Security-Policy');
    await expect.poll(policy).toContain('frame-ancestors https://shop.example;');
    const { headers } = await fetch(`${url}/verify/`);
    expect(headers.get('Permissions-Policy')).toContain('camera=(self "https://shop.example")');
    for (const wrong of [
      'https://*.example',
      'https://shop.example/path',
      'http://shop.example',
      '*',
      // Each would end the list of origins, or the policy, in one of the headers.
      'https://a;sandbox',
      'https://a,b',
      'https://a"b',
      "https://a'b",
      'https://a(b)',
      'https://ä.example',
    ])
      expect((await call('PUT', '/branding', { json: { frameAncestors: [wrong] } })).status).toBe(422);
  });
});

/** The WCAG contrast ratio, implemented independently of the service. */
function contrastOf(color: string, background: string): number {
  const [darker, lighter] = [color, background].map((hex) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  });
  return (lighter! + 0.05) / (darker! + 0.05);
}
