import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { fakeCamera } from '../support/fakeCamera.ts';
import { smallApi } from '../widget/support/smallApi.ts';
import { buildFloor } from './support/buildFloor.ts';
import { countTraffic } from './support/countTraffic.ts';
import { serveFolder } from './support/serveFolder.ts';

const CDN = fileURLToPath(new URL('../../dist/cdn', import.meta.url));

/**
 * What a page of `dist/cdn` really transfers, in bytes of brotli: up to the first screen, up to the form, to the end
 * of the whole way. `floorBrotli` is a page with lit and zod/mini alone.
 */
export default async function bundle(): Promise<Record<string, number>> {
  const executablePath = await chromiumPath();
  const camera = [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${await fakeCamera()}`,
  ];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, '--headless=new', ...camera],
  });
  try {
    return { ...(await widgetTraffic(browser)), floorBrotli: await floorTraffic(browser) };
  } finally {
    await browser.close();
  }
}

async function widgetTraffic(browser: Browser) {
  const api = await smallApi();
  const { origin } = new URL(api.baseUrl);
  const site = await serveFolder(CDN, {
    html: '<!doctype html><title>-</title><script type="module" src="idv-verify.js"></script><idv-verify no-redirect></idv-verify>',
    policy: `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ${origin}; worker-src 'self'`,
  });
  try {
    const session = await (await fetch(`${api.baseUrl}/cases`, { method: 'POST', body: '{}' })).json();
    const page = await browser.newPage();
    const traffic = countTraffic(page);
    await page.goto(site.url);
    await page
      .locator('idv-verify')
      .evaluate((element, given) => Object.assign(element, { session: given }), session);
    await screen(page, 'Let’s confirm');
    const firstScreenBrotli = await traffic();
    await primary(page).click();
    await screen(page, 'Your details');
    const detailsBrotli = await traffic();
    await fillDetails(page);
    await takeSelfie(page);
    await screen(page, 'All done');
    return { firstScreenBrotli, detailsBrotli, wholeFlowBrotli: await traffic() };
  } finally {
    await site.close();
    await api.close();
  }
}

async function floorTraffic(browser: Browser): Promise<number> {
  const folder = await buildFloor();
  const site = await serveFolder(folder, {
    html: '<!doctype html><title>-</title><script type="module" src="floor.js"></script><bench-floor></bench-floor>',
    policy: "default-src 'none'; script-src 'self'",
  });
  try {
    const page = await browser.newPage();
    const traffic = countTraffic(page);
    await page.goto(site.url);
    await page.locator('bench-floor p').waitFor();
    return await traffic();
  } finally {
    await site.close();
    await rm(dirname(folder), { recursive: true });
  }
}

const primary = (page: Page) => page.locator('[part=primary]');
const screen = (page: Page, title: string) => page.locator('h2', { hasText: title }).waitFor();

async function fillDetails(page: Page): Promise<void> {
  const field = (name: string) => page.locator(`[name="${name}"]`);
  await field('givenName').fill('Ada');
  await field('familyName').fill('Lovelace');
  await field('dateOfBirth').fill('1985-12-10');
  await field('nationalities.0').selectOption('GB');
  await field('address.line1').fill('12 St James’s Square');
  await field('address.city').fill('London');
  await field('address.country').selectOption('GB');
  await primary(page).click();
}

/** The camera shows a head that does all that can be asked of it: the guidance takes the pictures. */
async function takeSelfie(page: Page): Promise<void> {
  await screen(page, 'A quick selfie');
  await primary(page).click();
  await screen(page, 'Happy with');
  await primary(page).click();
}
