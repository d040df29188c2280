import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import encodeQR from 'qr';
import { brands } from './brands.ts';
import { isLoopback } from './networkOf.ts';
import { brandHomePage, privacyPage } from './pages/brandHome.ts';
import { deskPage } from './pages/desk.ts';
import { frontPage } from './pages/front.ts';
import { notesPage, tourPage } from './pages/tour.ts';
import { customerOf, hasDesk, type Parts } from './parts.ts';

const PACKAGE = fileURLToPath(import.meta.resolve('idv-verify/package.json'));
const LICENCE = join(dirname(PACKAGE), 'LICENSE');
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };

/** Search engines may index pages, but not calls or the data of a visitor. */
const ROBOTS = [
  '/service/',
  '/idv/session',
  '/webhooks/',
  '/panel',
  '/outcome',
  '/choice',
  '/file/',
  '/desk',
];

/**
 * The pages that are the same for all visitors: front, brands, privacy, tour, and the files for crawlers.
 * @param since when the demo began, milliseconds since 1970.
 */
export function publicPages(app: Hono, parts: Parts, since: number): void {
  const { siteUrl, apiUrl, operator } = parts.config;
  app.get('/', async (c) => {
    const status = { version, since, isServiceReady: await isReady(apiUrl), hasDesk: hasDesk(parts, c) };
    return c.html(frontPage(status, siteUrl));
  });
  for (const brand of Object.values(brands)) {
    app.get(`/${brand.id}`, (c) => c.html(brandHomePage(brand, customerOf(parts, c)?.known?.status)));
    app.get(`/${brand.id}/privacy`, (c) => c.html(privacyPage(brand, operator)));
  }
  app.get('/tour', (c) => c.html(tourPage(parts.config)));
  app.get('/tour/notes', (c) => c.html(notesPage()));
  app.get('/tour/qr.svg', (c) => {
    // Its code would lead each phone to itself.
    if (isLoopback(new URL(siteUrl).hostname)) return c.notFound();
    return c.body(encodeQR(siteUrl, 'svg'), 200, { 'content-type': 'image/svg+xml' });
  });
  app.post('/desk', async (c) => {
    if (!hasDesk(parts, c)) return c.notFound();
    return c.html(deskPage(await parts.invite!()));
  });
  // The service's own page of its errors, which a visitor from outside does not reach.
  app.get('/errors', async (c) => {
    const page = await fetch(`${apiUrl}/errors`, { headers: { accept: 'text/html' } });
    return c.html(await page.text(), page.ok ? 200 : 502);
  });
  app.get('/licence', async (c) => c.text(await readFile(LICENCE, 'utf8')));
  app.get('/robots.txt', (c) =>
    c.text(`User-agent: *\n${ROBOTS.map((path) => `Disallow: ${path}\n`).join('')}`),
  );
  app.get('/favicon.ico', (c) => c.redirect('/assets/idv-verify.svg', 301));
}

async function isReady(apiUrl: string): Promise<boolean> {
  // Whatever the reason, the service is not ready; its own log has the cause.
  const response = await fetch(`${apiUrl}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok ?? false;
}
