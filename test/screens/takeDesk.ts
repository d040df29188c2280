import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { visitDesk } from './visitDesk.ts';

const LOOKS = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;
const DOCS = join(import.meta.dirname, '../../docs/desk.png');
/** The scenes in the picture of the documentation, each with the selector at its top. */
const SHOWN: Record<string, string> = {
  'case, faces and a picture to compare': '[aria-labelledby=faces-title]',
  'case, hits resolved': '#hits',
};
/** Pixels, of a window of 1000 x 1300. */
const HALF = { width: 640, height: 832 };

/** Takes pictures of every page of the desk into a folder, and the one of the documentation. */
export async function takeDesk(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const halves: Buffer[] = [];
  await visitDesk(async (page, name) => {
    for (const { width, colorScheme } of LOOKS) {
      await page.setViewportSize({ width, height: width < 600 ? 760 : 900 });
      await page.emulateMedia({ colorScheme });
      const file = `${name.replaceAll(/\W+/g, '-')}-${width}-${colorScheme}.png`;
      await writeFile(join(folder, file), await page.screenshot({ fullPage: true }));
    }
    await page.emulateMedia({ colorScheme: 'light' });
    if (SHOWN[name]) halves.push(await half(page, SHOWN[name]));
  });
  const [left, right] = halves;
  const background = '#e3e7f0';
  const whole = { width: 2 * HALF.width + 16, height: HALF.height, channels: 3, background } as const;
  await sharp({ create: whole })
    .composite([
      { input: left!, left: 0, top: 0 },
      { input: right!, left: HALF.width + 16, top: 0 },
    ])
    .png({ palette: true, quality: 90 })
    .toFile(DOCS);
}

async function half(page: Page, selector: string): Promise<Buffer> {
  await page.setViewportSize({ width: 1000, height: 1300 });
  await page.locator(selector).evaluate((element) => {
    element.scrollIntoView({ block: 'start' });
    scrollBy(0, -16);
  });
  const png = await page.screenshot();
  return await sharp(png).resize(HALF.width, HALF.height).toBuffer();
}
