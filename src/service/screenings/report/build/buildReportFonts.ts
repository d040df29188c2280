import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FontEntry, FontIndex } from '../fonts/FontSet.ts';

/** Packages of `@fontsource`, in order of precedence. The last two have Han with Kana, and Hangul. */
const FAMILIES = [
  'noto-sans',
  ...[
    'arabic',
    'hebrew',
    'armenian',
    'georgian',
    'thai',
    'bengali',
    'tamil',
    'telugu',
    'kannada',
    'malayalam',
    'gujarati',
    'gurmukhi',
    'sinhala',
    'khmer',
    'lao',
    'myanmar',
    'ethiopic',
    'thaana',
    'oriya',
  ].map((script) => `noto-sans-${script}`),
  'chocolate-classical-sans',
  'nanum-gothic',
];

/** Labels are in English. */
const BOLD = { family: 'noto-sans', subsets: ['latin', 'latin-ext'], weight: 600 };

const { resolve } = createRequire(import.meta.url);

/** Copies the fonts of reports into a folder, one weight of each, with an index of the letters in each. */
export async function buildReportFonts(folder: string): Promise<void> {
  const index: FontIndex = [];
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const family of FAMILIES) index.push(...(await copyFamily(folder, family)));
  await writeFile(join(folder, 'index.json'), JSON.stringify(index));
}

async function copyFamily(folder: string, family: string): Promise<FontEntry[]> {
  const source = dirname(resolve(`@fontsource/${family}/package.json`));
  const ranges = JSON.parse(await readFile(join(source, 'unicode.json'), 'utf8')) as Record<string, string>;
  const fileNames = new Set(await readdir(join(source, 'files')));
  const entries: FontEntry[] = [];
  for (const [subset, text] of Object.entries(ranges)) {
    const name = subset.replaceAll(/[[\]]/g, '');
    const weights = family === BOLD.family && BOLD.subsets.includes(name) ? [400, BOLD.weight] : [400];
    for (const weight of weights) {
      const file = `${family}-${name}-${weight}-normal.woff`;
      if (!fileNames.has(file)) continue;
      await copyFile(join(source, 'files', file), join(folder, file));
      entries.push({ file, isBold: weight !== 400, ranges: text.split(',').map(rangeOf) });
    }
  }
  return entries;
}

/** The range of `U+0600-06FF` or `U+204F`. */
function rangeOf(text: string): [number, number] {
  const [first = '', last = first] = text.trim().replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
