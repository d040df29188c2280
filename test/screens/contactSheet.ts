import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../support/chromium.ts';
import { scenes } from './scenes.ts';
import { takeDemo } from './takeDemo.ts';
import { takeDesk } from './takeDesk.ts';
import { takeLooks } from './takeLooks.ts';
import { type Shot, takeScreens } from './takeScreens.ts';
import { takeUnread } from './takeUnread.ts';
import { thumbnailOf } from './thumbnailOf.ts';

/**
 * `npm run -s screens -- FOLDER [NAME …]`: takes a picture of every screen and state in light and dark, at 320
 * and 1280 pixels, and puts them all on sheets that can be looked over at once. Once they are good, `thumbnails.json`
 * from there takes the place of the one beside this file. `--looks` takes the pictures of tokens and parts for the
 * documentation, `--desk FOLDER` those of every page of the review desk, `--demo FOLDER` those of the demo's pages, and
 * its card, `--unread` the one of documents that are not read.
 */
if (process.argv[2] === '--demo') {
  await takeDemo(process.argv[3] ?? 'screens');
  process.exit(0);
}
if (process.argv[2] === '--unread') {
  await takeUnread();
  process.exit(0);
}
if (process.argv[2] === '--looks') {
  await takeLooks();
  process.exit(0);
}
if (process.argv[2] === '--desk') {
  await takeDesk(process.argv[3] ?? 'screens');
  process.exit(0);
}
const [folder = 'screens', ...names] = process.argv.slice(2);
const ROWS = 6;

const shots: Shot[] = [];
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const wanted = scenes.filter(({ name }) => names.length === 0 || names.includes(name));
await takeScreens(wanted, (shot) => shots.push(shot));
for (let first = 0; first < wanted.length; first += ROWS) {
  const rows = wanted.slice(first, first + ROWS).map(({ name }) => row(name));
  await writeFile(join(folder, `sheet-${first / ROWS + 1}.png`), await sheet(rows));
}
const thumbnails: Record<string, string> = {};
for (const { scene, theme, width, png } of shots) {
  thumbnails[`${scene}, ${theme}, ${width}`] = await thumbnailOf(png);
}
await writeFile(join(folder, 'thumbnails.json'), `${JSON.stringify(thumbnails, null, 1)}\n`);
const faults = shots.filter(({ clipped, overflow }) => clipped.length > 0 || overflow > 0);
const faultsWithoutImages = faults.map(({ png: _png, ...fault }) => fault);
process.stdout.write(
  `${JSON.stringify({ scenes: wanted.length, shots: shots.length, faults: faultsWithoutImages })}\n`,
);

function row(name: string): string {
  const pictures = shots
    .filter(({ scene }) => scene === name)
    .map(({ png, width }) => {
      const source = `data:image/png;base64,${png.toString('base64')}`;
      return `<img src="${source}" width="${width < 600 ? 240 : 480}">`;
    });
  return `<section><h2>${name}</h2>${pictures.join('')}</section>`;
}

async function sheet(rows: string[]): Promise<Buffer> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1540, height: 900 } });
    const style =
      'body{font:16px sans-serif;margin:16px}section{margin-block:0 24px}img{vertical-align:top;margin:4px}';
    await page.setContent(`<style>${style}</style>${rows.join('')}`);
    return await page.screenshot({ fullPage: true });
  } finally {
    await browser.close();
  }
}
