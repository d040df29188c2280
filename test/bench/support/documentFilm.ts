import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawDocument } from '../../../src/testdocument/drawDocument.ts';
import { filmDocument, type Hold } from '../../../src/testdocument/filmDocument.ts';

const RATE = 30;
/** There and back, so that a loop has no jump. */
const FRAMES = 30;

/** A passport in a hand that is held as still as a hand can, as JPEG pictures of 1280 x 720. */
export async function documentFrames(hold: Hold = {}, count = FRAMES): Promise<Buffer[]> {
  const passport = drawDocument({ type: 'passport' });
  return await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const { data, width, height } = filmDocument(passport, { shake: 0.5, ...hold }, i / RATE);
      return await sharp(data, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .jpeg({ quality: 90 })
        .toBuffer();
    }),
  );
}

/** The same as a film for Chromium's camera. @returns the path of the file, which is kept in `.cache`. */
export async function documentFilm(): Promise<string> {
  const folder = join(import.meta.dirname, '../../../.cache/fake-camera');
  const file = join(folder, 'passport.mjpeg');
  if (existsSync(file)) return file;
  const frames = await documentFrames();
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.draft`, Buffer.concat([...frames, ...frames.toReversed()]));
  await rename(`${file}.draft`, file);
  return file;
}
