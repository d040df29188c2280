import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Context, Hono } from 'hono';
import encodeQR from 'qr';
import { brands } from './brands.ts';
import { brandHomePage, privacyPage } from './pages/brandHome.ts';
import { frontPage } from './pages/front.ts';
import { notesPage, tourPage } from './pages/tour.ts';

const PACKAGE = fileURLToPath(import.meta.resolve('idv-verify/package.json'));
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };

/** Search engines may index pages, but not calls or the data of a visitor. */
const ROBOTS = ['/service/', '/idv/session', '/webhooks/', '/panel', '/outcome', '/choice', '/file/'];

/**
 * The pages that are the same for all visitors: front, brands, privacy, and the files for crawlers.
 * @param statusOf the status of the visitor's case, if there is one.
 */
export function publicPages(
  app: Hono,
  { siteUrl, apiUrl, since }: { siteUrl: string; apiUrl: string; since: number },
  statusOf: (c: Context) => string | undefined,
): void {
  app.get('/', async (c) =>
    c.html(frontPage({ version, since, isServiceReady: await isReady(apiUrl) }, siteUrl)),
  );
  for (const brand of Object.values(brands)) {
    app.get(`/${brand.id}`, (c) => c.html(brandHomePage(brand, statusOf(c))));
    app.get(`/${brand.id}/privacy`, (c) => c.html(privacyPage(brand)));
  }
  app.get('/tour', (c) => c.html(tourPage(siteUrl)));
  app.get('/tour/notes', (c) => c.html(notesPage()));
  app.get('/tour/qr.svg', (c) => c.body(encodeQR(siteUrl, 'svg'), 200, { 'content-type': 'image/svg+xml' }));
  app.get('/robots.txt', (c) =>
    c.text(`User-agent: *\n${ROBOTS.map((path) => `Disallow: ${path}\n`).join('')}`),
  );
  app.get('/favicon.ico', (c) => c.redirect('/assets/idv-verify.svg', 301));
}

async function isReady(apiUrl: string): Promise<boolean> {
  const response = await fetch(`${apiUrl}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok ?? false;
}
