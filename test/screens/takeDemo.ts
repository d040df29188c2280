import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { finishVisit } from '../support/demoVisit.ts';
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
  nowhere: '/nowhere',
};
/** Of a visitor whose case is finished. */
const OWN = { return: '/return', file: '/file' };
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const;
const CARD = join(import.meta.dirname, '../../public/card.png');

/** Takes a picture of every page of the demo, on a phone and a desk, in light and dark, and the card of the front page. */
export async function takeDemo(folder: string): Promise<void> {
  const site = await startDemo();
  const executablePath = await chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, '--headless=new'],
  });
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
        if (name === 'tour') await page.locator('[data-state=ready]').waitFor();
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        await context.close();
      }
    }
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
    await page.goto(site.url);
    await writeFile(CARD, await page.screenshot());
  } finally {
    await browser.close();
    await site.stop();
  }
}
