import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import { cropPage } from '../../../src/document/cropPage.ts';
import type { Geometry } from '../../../src/document/index.ts';
import type { Picture } from '../../../src/vision/picture.ts';

/** What others are raced with: tools of this benchmark alone, installed when it first runs. */
const OTHERS = ['mrz-detection@0.4.1', 'tesseract.js@7.0.0', '@tesseract.js-data/eng@1.0.0', 'mrz@5.0.2'];

/** A specimen page: its file, its lines, and where our reader found them. */
export interface RacePage {
  file: string;
  picture: Picture;
  lines: string[];
  geometry: Geometry | null;
}

/**
 * How many pages `mrz-detection` reads whole, and how many lines `tesseract.js` reads whole that are cut out for it and
 * restricted to the characters of a zone.
 * @returns null without a network to install them.
 */
export async function raceOthers(pages: RacePage[]): Promise<object | null> {
  const load = loadOthers();
  return (
    load && {
      'mrz-detection': { pagesWhole: await mrzDetection(load, pages) },
      'tesseract.js': await tesseract(load, pages),
    }
  );
}

/** @returns null without a network to install them. */
export function loadOthers(): NodeJS.Require | null {
  const folder = join(import.meta.dirname, '../../../.cache/races');
  return installed(folder) ? createRequire(join(folder, 'package.json')) : null;
}

function installed(folder: string): boolean {
  if (OTHERS.every((name) => existsSync(join(folder, 'node_modules', name.replace(/@[\d.]+$/, '')))))
    return true;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...OTHERS];
  return spawnSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

async function mrzDetection(load: NodeJS.Require, pages: RacePage[]): Promise<number> {
  const { Image } = load('image-js');
  const { getMrz, readMrz } = load('mrz-detection');
  let whole = 0;
  for (const { file, lines } of pages) {
    try {
      const { mrz } = await readMrz(getMrz(await Image.load(file)));
      if (JSON.stringify(mrz) === JSON.stringify(lines)) whole++;
    } catch {
      // It throws where it finds no zone: not whole.
    }
  }
  return whole / pages.length;
}

async function tesseract(load: NodeJS.Require, pages: RacePage[]) {
  const { createWorker, OEM, PSM } = load('tesseract.js');
  const language = load('@tesseract.js-data/eng') as { langPath?: string; gzip?: boolean };
  const worker = await createWorker('eng', OEM.LSTM_ONLY, { ...language, cacheMethod: 'none' });
  let [whole, lines] = [0, 0];
  try {
    await worker.setParameters({
      tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
      tessedit_pageseg_mode: PSM.SINGLE_LINE,
    });
    for (const page of pages) {
      for (const [i, wanted] of page.lines.entries()) {
        lines++;
        if (!page.geometry) continue;
        const { data } = await worker.recognize(await lineOf(page, page.geometry, i));
        if (data.text.replaceAll(/\s/g, '') === wanted) whole++;
      }
    }
  } finally {
    await worker.terminate();
  }
  return { linesWhole: whole, ofLines: lines };
}

/** One line of the zone, straight, 32 pixels from character to character. */
async function lineOf({ picture, lines }: RacePage, { zone }: Geometry, i: number): Promise<Buffer> {
  const width = 32 * lines[0]!.length;
  const { height, data } = cropPage(picture, zone, width);
  const rows = Math.floor(height / lines.length);
  return await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left: 0, top: i * rows, width, height: rows })
    .extend({ top: 8, bottom: 8, left: 16, right: 16, background: '#fff' })
    .withMetadata({ density: 300 })
    .png()
    .toBuffer();
}
