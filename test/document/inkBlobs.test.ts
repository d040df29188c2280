import { expect, test } from 'vitest';
import { plainEdges } from '../../src/document/barcode/findBarcode.ts';
import { compiledKernels } from '../../src/document/find/compiledKernels.ts';
import { type Grey, pyramidOf, reduced } from '../../src/document/find/grey.ts';
import { inkBlobs, plainBlobs } from '../../src/document/find/inkBlobs.ts';
import { findBlobs, findEdges } from '../../src/document/find/kernelCalls.ts';
import { compileKernels } from '../../src/vision/build/compileKernels.ts';
import { inkKernels } from '../../src/vision/build/readKernels.ts';
import { drawPage } from './support/drawnPage.ts';
import { passport } from './support/zoneStrings.ts';

test('the compiled kernels are what `npm run build:kernels` makes of the sources', async () => {
  const { folder } = inkKernels;
  expect(Buffer.from(await compileKernels({ folder })).toString('base64')).toBe(compiledKernels);
});

test('kernels and plain code find the same ink and edges, to the last bit', () => {
  const lines = passport({ number: 'L898902C3' });
  const pages = [{ roll: 7 }, { roll: 90, light: 0.4, ink: 0.5 }, { width: 1281, height: 723, blur: 2 }];
  const levels = pages.flatMap((page) => pyramidOf(drawPage({ lines, seed: 3, ...page })).slice(1));
  for (const grey of [...levels, ...levels.map(reduced), ...patterns()]) {
    expect(findBlobs(grey)).not.toBeNull();
    expect(inkBlobs(grey)).toEqual(plainBlobs(grey));
    expect(findEdges(grey)).toEqual(plainEdges(grey));
  }
  expect(inkBlobs(levels[0]!).length).toBeGreaterThan(20);
});

/** Noise, combs, spirals of small pictures of any width: the ends of rows, and blobs that join late. */
function patterns(): Grey[] {
  const seen: Grey[] = [];
  for (let width = 3; width < 45; width++) {
    const height = 60 - width;
    const picture = (lumaAt: (x: number, y: number) => number) => {
      const data = Uint8Array.from({ length: width * height }, (_, i) =>
        lumaAt(i % width, Math.floor(i / width)),
      );
      seen.push({ width, height, data });
    };
    picture((x, y) => (((x * 73 + y * 151 + x * y * 37) % 97) * 255) / 96);
    picture((x, y) => (x % 6 < 2 && y < height - 5 ? 20 : y > height - 8 ? 20 : 230));
    picture((x, y) => (Math.hypot(x - width / 2, y - height / 2) % 7 < 2.5 ? 10 : 200));
  }
  return seen;
}
