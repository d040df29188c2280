import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { createDocumentReader, loadDocumentFiles } from '../../src/document/index.ts';
import { drawDocument } from '../../src/testdocument/drawDocument.ts';
import { filmDocument, type Hold } from '../../src/testdocument/filmDocument.ts';
import { testHolder } from '../../src/testdocument/testHolder.ts';
import { zoneLines } from '../../src/testdocument/zoneLines.ts';

const DOCS = join(import.meta.dirname, '../../docs/document-unread.png');
const FRAMES = 16;
const RATE = 8;
const TILE = { width: 256, height: 144, gap: 8, columns: 3 };

/** How a drawn passport is held so that it is not read, or only late, in rows from left to right. */
const HOLDS: readonly [string, Hold][] = [
  ['bent by 20 mm, tipped', { bend: 20, tip: 25, yaw: 12 }],
  ['blurred by a third of a pitch', { blur: 6.9 }],
  ['characters of 4 pixels', { fill: 0.155 }],
  ['the end of the zone outside', { x: 0.2 }],
  ['in the dark', { light: 0.04, noise: 6 }],
  ['a lamp on the zone', { glare: 1, tip: 16 }],
];

/**
 * Takes the picture of what is not read for `docs/document.md`, and prints the rows of the table below it: what the
 * reader said of two seconds.
 */
export async function takeUnread(): Promise<void> {
  const reader = await createDocumentReader(await loadDocumentFiles());
  const passport = drawDocument({ type: 'passport' });
  const tiles: OverlayOptions[] = [];
  for (const [i, [name, hold]] of HOLDS.entries()) {
    reader.reset();
    const said = new Map<string, number>();
    for (let frame = 0; frame < FRAMES; frame++) {
      const film = filmDocument(passport, hold, frame / RATE);
      const { hint, reading } = reader.next(film, '2026-11-29');
      const isRight = reading?.lines.join() === zoneLines('passport', testHolder()).join();
      const word = reading ? (isRight ? 'read' : 'read wrongly') : (hint ?? 'no hint');
      said.set(word, (said.get(word) ?? 0) + 1);
      if (frame > 0) continue;
      const { data, width, height } = film;
      tiles.push({
        input: await sharp(data, { raw: { width, height, channels: 4 } })
          .removeAlpha()
          .resize(TILE.width, TILE.height)
          .png()
          .toBuffer(),
        left: (i % TILE.columns) * (TILE.width + TILE.gap),
        top: Math.floor(i / TILE.columns) * (TILE.height + TILE.gap),
      });
    }
    const words = [...said].map(([word, count]) => `\`${word}\` ${count}`).join(', ');
    process.stdout.write(`| ${i + 1} | ${name} | ${words} |\n`);
  }
  const rows = Math.ceil(HOLDS.length / TILE.columns);
  await sharp({
    create: {
      width: TILE.columns * (TILE.width + TILE.gap) - TILE.gap,
      height: rows * (TILE.height + TILE.gap) - TILE.gap,
      channels: 3,
      background: '#ffffff',
    },
  })
    .composite(tiles)
    .png({ palette: true, colors: 64, dither: 0.5 })
    .toFile(DOCS);
}
