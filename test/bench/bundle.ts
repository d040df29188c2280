import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Browser, Page } from 'playwright';
import { cameraArgs, launchChromium } from '../support/chromium.ts';
import { fakeCamera } from '../support/fakeCamera.ts';
import { smallApi } from '../widget/support/smallApi.ts';
import { buildFloor } from './support/buildFloor.ts';
import { countTraffic } from './support/countTraffic.ts';
import { firstScreen } from './support/firstScreen.ts';
import { serveFolder } from './support/serveFolder.ts';
import { newSession, openNameScreen, serveWidget } from './support/widgetPage.ts';

const FLOOR_PAGE = {
  html: '<!doctype html><title>-</title><script type="module" src="floor.js"></script><bench-floor></bench-floor>',
  policy: "default-src 'none'; script-src 'self'",
};
/** So many visits of each page, by turns; the median counts. */
const VISITS = 11;

/**
 * What a page of `dist/cdn` really transfers, in bytes of brotli: what had come when the first screen stood on a slow line,
 * and the milliseconds until then; on a quick line all until the case was read behind it, up to the name, to the end of the
 * whole way. `floorBrotli` and `floorMs` are a page with lit and zod/mini alone, `timesFloor` is how much longer the widget
 * takes.
 */
export default async function bundle(): Promise<Record<string, number>> {
  const browser = await launchChromium(cameraArgs({ film: await fakeCamera() }));
  try {
    const bytes = { ...(await widgetTraffic(browser)), floorBrotli: await floorTraffic(browser) };
    return { ...bytes, ...(await times(browser)) };
  } finally {
    await browser.close();
  }
}

async function widgetTraffic(browser: Browser) {
  const api = await smallApi();
  const site = await serveWidget(api);
  try {
    const page = await browser.newPage();
    const { traffic, ...bytes } = await openNameScreen(page, site.url, await newSession(api));
    await fillDetails(page);
    await takeSelfie(page);
    await screen(page, 'All done');
    return { ...bytes, wholeFlowBrotli: await traffic() };
  } finally {
    await site.close();
    await api.close();
  }
}

/** The session stands in the page, as a back end would write it. */
async function times(browser: Browser) {
  const api = await smallApi();
  const site = await serveWidget(api, await newSession(api));
  const folder = await buildFloor();
  const floor = await serveFolder(folder, FLOOR_PAGE);
  try {
    const [widgetTimes, floorTimes]: [number[], number[]] = [[], []];
    let firstScreenBrotli = Number.POSITIVE_INFINITY;
    for (let visit = 0; visit < VISITS; visit++) {
      const widget = await firstScreen(browser, site.url, 'h2');
      widgetTimes.push(widget.ms);
      // On a visit where it stood late, more had come than it needs.
      firstScreenBrotli = Math.min(firstScreenBrotli, widget.bytes);
      floorTimes.push((await firstScreen(browser, floor.url, 'p')).ms);
    }
    const [firstScreenMs, floorMs] = [median(widgetTimes), median(floorTimes)];
    return {
      firstScreenBrotli,
      firstScreenMs,
      floorMs,
      timesFloor: Math.round((firstScreenMs / floorMs) * 100) / 100,
    };
  } finally {
    await Promise.all([site.close(), floor.close(), api.close()]);
    await rm(dirname(folder), { recursive: true });
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function floorTraffic(browser: Browser): Promise<number> {
  const folder = await buildFloor();
  const site = await serveFolder(folder, FLOOR_PAGE);
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
  const choose = async (name: string) => {
    await field(name).fill('uk');
    await page.keyboard.press('Enter');
  };
  await field('givenName').fill('Ada');
  await field('familyName').fill('Lovelace');
  await primary(page).click();
  await field('dateOfBirth.day').fill('10');
  await field('dateOfBirth.month').fill('12');
  await field('dateOfBirth.year').fill('1985');
  await choose('nationalities.0');
  await primary(page).click();
  await choose('address.country');
  await field('address.line1').fill('12 St James’s Square');
  await field('address.city').fill('London');
  await field('address.postalCode').fill('SW1Y 4JH');
  await primary(page).click();
  await screen(page, 'Check your answers');
  await primary(page).click();
}

/** The camera shows a head that does all that can be asked of it: the guidance takes the pictures. */
async function takeSelfie(page: Page): Promise<void> {
  await screen(page, 'A quick selfie');
  await primary(page).click();
  await screen(page, 'Are these photos');
  await primary(page).click();
}
