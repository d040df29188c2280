import sharp from 'sharp';
import { drawDocument, type TestDocument } from '../../src/testdocument/drawDocument.ts';
import { filmDocument, type Hold } from '../../src/testdocument/filmDocument.ts';

let seeds = 300;

/** A still of a drawn document in a hand, JPEG of 1280 x 720. Each has bytes of its own, since the service recognises files. */
export async function filmedStill(document: TestDocument, hold: Hold = {}): Promise<Buffer> {
  const held = { width: 1280, height: 720, fill: 0.85, shake: 0.3, roll: 2, seed: seeds++, ...hold };
  const { data, width, height } = filmDocument(drawDocument(document), held, 0.5);
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 90 })
    .toBuffer();
}
