import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import type { SmallApi } from '../../widget/support/smallApi.ts';
import { countTraffic } from './countTraffic.ts';
import { type ServedFolder, serveFolder } from './serveFolder.ts';

const CDN = fileURLToPath(new URL('../../../dist/cdn', import.meta.url));
const HTML =
  '<!doctype html><title>-</title><script type="module" src="idv-verify.js"></script><idv-verify no-redirect></idv-verify>';

/** A new case of the API, as its session. */
export async function newSession(api: SmallApi): Promise<unknown> {
  return (await fetch(`${api.baseUrl}/cases`, { method: 'POST', body: '{}' })).json();
}

/** The drop-in on a page, under the shortest policy. @param session stands in the page, as a back end would write it. */
export function serveWidget(api: SmallApi, session?: unknown): Promise<ServedFolder> {
  const { origin } = new URL(api.baseUrl);
  const script = `<script nonce="n">document.querySelector('idv-verify').session=${JSON.stringify(session)}</script>`;
  return serveFolder(CDN, {
    html: session ? HTML + script : HTML,
    policy: `default-src 'none'; script-src 'self' 'nonce-n' 'wasm-unsafe-eval'; connect-src 'self' ${origin}; worker-src 'self'`,
  });
}

/**
 * Goes to the screen of the name. @returns a counter of the bytes transferred, and its value when the case had been
 * read and the screen was shown.
 */
export async function openNameScreen(page: Page, url: string, session: unknown) {
  const traffic = countTraffic(page);
  await page.goto(url);
  await page
    .locator('idv-verify')
    .evaluate((element, value) => Object.assign(element, { session: value }), session);
  await page.locator('h2', { hasText: 'Let’s confirm' }).waitFor();
  await page.locator('[part=primary]').waitFor();
  const caseReadBrotli = await traffic();
  await agree(page);
  await page.locator('h2', { hasText: 'Your name' }).waitFor();
  return { traffic, caseReadBrotli, nameScreenBrotli: await traffic() };
}

/** Agrees to the check, then to the face. */
export async function agree(page: Page): Promise<void> {
  await page.locator('[part=primary]').click();
  await page.locator('h2', { hasText: 'measure your face' }).waitFor();
  await page.locator('[part=primary]').click();
}
