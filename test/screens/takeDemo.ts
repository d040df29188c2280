import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { launchChromium } from '../support/chromium.ts';
import { finishVisit, goOn } from '../support/demoVisit.ts';
import { faceJpeg } from '../support/faces.ts';
import { startDemo } from '../support/startDemo.ts';

const PAGES = {
  front: '/',
  larkspur: '/larkspur',
  quayside: '/quayside',
  privacy: '/larkspur/privacy',
  tour: '/tour',
  'no-file': '/file',
  open: '/again?prefill=yes',
  'open-quayside': '/again?brand=quayside&look=sharp&fields=few&prefill=yes',
  'open-arabic': '/again?language=ar&prefill=yes',
  'open-phone': '/again?prefill=yes&frame=phone',
  nowhere: '/nowhere',
};
/** Of a visitor's own doing: pages that stand at the end of a walk. */
const WALKS: Record<string, (page: Page, site: string) => Promise<unknown>> = {
  declined: (page, site) => endAt(page, `${site}/again?scenario=underage&camera=test`, 'declined'),
  'in-review': (page, site) => endAt(page, `${site}/again?scenario=spoof&camera=test`, 'in_review'),
  away: async (page, site) => {
    await page.goto(`${site}/again?scenario=backend_away&prefill=yes`);
    await page.locator('idv-verify :is([part~=error], .emblem.bad)').first().waitFor();
  },
  'try-it': async (page, site) => {
    await page.goto(`${site}/again?prefill=yes`);
    await page.locator('idv-verify [part~=primary]').waitFor();
    await page.getByRole('tab', { name: 'Try' }).click();
  },
  code: async (page, site) => {
    await page.goto(`${site}/again?prefill=yes&camera=test-2&look=sharp`);
    await page.locator('idv-verify [part~=primary]').waitFor();
    await page.getByRole('tab', { name: 'Code' }).click();
    // Code gets its colours once it is seen.
    await page.locator('[data-snippet]').first().scrollIntoViewIfNeeded();
    await page.locator('[class^=shj-syn]').first().waitFor({ state: 'attached' });
  },
  presenter: async (page, site) => {
    await page.goto(`${site}/tour`);
    await page.locator('[data-state=ready]').waitFor();
    await page.keyboard.press('l');
    await page.keyboard.press('2');
    await page.locator('[data-state=done]').waitFor();
  },
};
/** Of a visitor whose case is finished. */
const OWN = { return: '/return', file: '/file' };
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const;
const PHONE = 390;
const ROOT = join(import.meta.dirname, '../..');

/**
 * Takes a picture of every page of the demo, on a phone and a desk, in light and dark, and those of the documentation: the
 * front page and its card, and the element on a phone.
 */
export async function takeDemo(folder: string): Promise<void> {
  const site = await startDemo();
  const browser = await launchChromium();
  await mkdir(folder, { recursive: true });
  try {
    const visitor = await browser.newContext();
    const walk = await visitor.newPage();
    await walk.goto(`${site.url}/again?prefill=yes&camera=test`);
    await finishVisit(walk);
    const cookies = await visitor.cookies();
    for (const { colorScheme, width } of LOOKS) {
      for (const [name, path] of [...Object.entries(PAGES), ...Object.entries(OWN)]) {
        const context = await browser.newContext({
          colorScheme,
          viewport: { width, height: 850 },
          reducedMotion: 'reduce',
        });
        if (name in OWN) await context.addCookies(cookies);
        const page = await context.newPage();
        await page.goto(site.url + path);
        if (name.startsWith('open')) await page.locator('idv-verify [part~=primary]').waitFor();
        // A phone has the panel folded, and a tour of its own.
        if (name === 'return' && width > PHONE) await page.locator('.row').last().waitFor();
        if (name === 'tour' && width > PHONE) await page.locator('[data-state=ready]').waitFor();
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        await context.close();
      }
    }
    for (const { colorScheme, width } of LOOKS) {
      for (const [name, walkTo] of Object.entries(WALKS)) {
        if (name === 'presenter' && width === PHONE) continue;
        const context = await browser.newContext({
          colorScheme,
          viewport: { width, height: 850 },
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await walkTo(page, site.url);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        await context.close();
      }
    }
    await takePortrait();
    await takeFront(browser, site.url, { width: 1200, height: 630 }, 'public/card.png');
    await takeFront(browser, site.url, { width: 1280, height: 720 }, 'docs/demo.png');
    await takeWidget(browser, site.url);
    await takeDocument(browser, site.url);
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function endAt(page: Page, url: string, status: string): Promise<void> {
  await page.goto(url);
  await goOn(
    page,
    (wanted) => document.querySelector<HTMLElement>('[data-outcome]')?.dataset['status'] === wanted,
    status,
  );
}

/** The first person of the test face, as the front page shows her. */
async function takePortrait(): Promise<void> {
  await sharp(await faceJpeg())
    .extract({ left: 120, top: 50, width: 400, height: 400 })
    .resize(160)
    .webp({ quality: 82 })
    .toFile(join(ROOT, 'public/ada.webp'));
}

async function takeFront(
  browser: Browser,
  url: string,
  viewport: { width: number; height: number },
  file: string,
): Promise<void> {
  // The file that appears beside the capture is there at once.
  const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(url);
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 95 })
    .toFile(join(ROOT, file));
  await page.close();
}

/** The drawn passport in the frame, as the front page shows it. */
async function takeDocument(browser: Browser, site: string): Promise<void> {
  const viewport = { width: 600, height: 850 };
  const page = await browser.newPage({ viewport, deviceScaleFactor: 2, colorScheme: 'light' });
  await page.goto(`${site}/again?scenario=document&panel=folded`);
  await goOn(page, () => {
    const hint = document.querySelector('idv-verify')?.shadowRoot?.querySelector('.page-stage.good');
    return hint != null;
  });
  const stage = page.locator('idv-verify .page-stage');
  await sharp(await stage.screenshot())
    .resize(900, 630)
    .webp({ quality: 82 })
    .toFile(join(ROOT, 'public/document.webp'));
  await page.close();
}

/** Pixels of a screen in the picture, and of the ground around each. */
const SCREEN = { width: 390, scale: 1.5, gap: 24, background: '#f7f5f0' };

/** Consent, guided capture and review beside one another, as a phone shows them. */
async function takeWidget(browser: Browser, site: string): Promise<void> {
  const { width, scale, gap, background } = SCREEN;
  const page = await browser.newPage({
    viewport: { width, height: 850 },
    deviceScaleFactor: scale,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(`${site}/again?prefill=yes&camera=test-1&document=off`);
  const heading = page.locator('idv-verify h2');
  const seen = async (words: RegExp) => {
    await heading.filter({ hasText: words }).waitFor();
    return sharp(await page.locator('idv-verify').screenshot());
  };
  const button = page.locator('idv-verify [part~=primary]');
  const press = () => button.click();
  // What the consent says of the case comes later than its heading.
  await button.waitFor();
  const screens = [await seen(/Let’s confirm/)];
  await press();
  await heading.filter({ hasText: /May we measure/ }).waitFor();
  await press();
  await heading.filter({ hasText: /Check your answers/ }).waitFor();
  await press();
  screens.push(await seen(/^(Turn|Look (up|down))/), await seen(/Are these photos/));
  const pictures = await Promise.all(screens.map((one) => one.png().toBuffer({ resolveWithObject: true })));
  const height = Math.max(...pictures.map(({ info }) => info.height));
  const step = pictures[0]!.info.width + gap;
  await sharp({
    create: { width: step * pictures.length + gap, height: height + 2 * gap, channels: 3, background },
  })
    .composite(pictures.map(({ data }, index) => ({ input: data, left: gap + index * step, top: gap })))
    .png({ palette: true, quality: 90 })
    .toFile(join(ROOT, 'docs/widget.png'));
  await page.close();
}
