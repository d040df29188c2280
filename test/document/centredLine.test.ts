import { beforeAll, expect, test } from 'vitest';
import type { LinePath } from '../../src/document/find/linePath.ts';
import { createDocumentReader, type DocumentReader, loadDocumentFiles } from '../../src/document/index.ts';
import { trustedLines } from '../../src/document/read/centredLine.ts';
import { decodeZone } from '../../src/document/read/decodeZone.ts';
import type { LineReading } from '../../src/document/read/readLine.ts';
import type { Picture } from '../../src/vision/picture.ts';
import { drawPage } from './support/drawnPage.ts';
import { evidenceOf } from './support/evidenceOf.ts';
import { passport } from './support/zoneStrings.ts';

const TODAY = '2026-11-23';
let reader: DocumentReader;

beforeAll(async () => {
  reader = await createDocumentReader(await loadDocumentFiles());
});

const lines = passport({
  optional: 'ZE184226B',
  number: 'B5Q5S5HEW',
  names: 'VAN<DER<MUELLEN<<MARTIN<GEORG',
});

test.each([
  [1.4, 8],
  [1.5, 8],
  [1.3, 10],
])(
  'a pattern %f pitches below the last line, %i characters long, does not draw its end down',
  (below, length) => {
    reader.reset();
    expect(reader.next(hatched({ below, length }), TODAY).draft).toMatchObject({ lines, doubts: [] });
  },
);

test('lines of a bent page and of one seen aslant are trusted, but not where an end of one is off', () => {
  const doubtsOf = (below: LinePath['y']) => {
    const seen = evidenceOf(lines).lines;
    const line = (y: LinePath['y'], n: number): LineReading => ({
      path: { x: [0, 10, 0, 0], y, down: [0, 10] },
      characters: seen[n]!,
      score: 0,
      beyond: [0, 0],
      ink: new Float32Array(),
      followed: 0,
    });
    const trusted = trustedLines([line([0, 0, 0.05, 0], 0), line(below, 1)], 44);
    const decoded = decodeZone({ count: 44, lines: trusted.map(({ characters }) => characters), weight: 1 });
    expect(decoded.lines).toEqual(lines);
    return [...decoded.doubts];
  };
  expect(doubtsOf([23.5, 0.1, 0.05, 0])).toEqual([]);
  const all = ['names', 'issuingState', 'number', 'nationality', 'dateOfBirth', 'sex', 'expiresOn'];
  expect(doubtsOf([23.5, 0.1, 0.055, 0])).toEqual(expect.arrayContaining(all));
});

/** A straight page with dark bars under the beginning of its last line, which stand out more than the characters. */
function hatched({ below, length }: { below: number; length: number }): Picture {
  const picture = drawPage({ lines, seed: 3 });
  const millimetre = (960 * 0.85) / 125;
  const pitch = 2.54 * millimetre;
  const left = 480 + (7 - 62.5) * millimetre - pitch / 2;
  const middle = 270 + (88 - 9.4 - 44) * millimetre + below * pitch;
  for (let y = Math.round(middle - 0.4 * pitch); y < Math.round(middle + 0.4 * pitch); y++)
    for (let x = Math.round(left); x < Math.round(left) + Math.round(length * pitch); x++)
      if (Math.floor(x / 4) % 2)
        for (const at of [0, 1, 2].map((channel) => 3 * (y * 960 + x) + channel))
          picture.data[at] = Math.max(0, picture.data[at]! - 120);
  return picture;
}
