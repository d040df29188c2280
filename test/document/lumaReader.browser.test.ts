import { expect, test } from 'vitest';
import { pyramidOf } from '../../src/document/find/grey.ts';
import { LumaReader } from '../../src/document/LumaReader.ts';
import { PixelReader } from '../../src/vision/PixelReader.ts';

const [width, height] = [644, 360];

/** Grey stripes from black to white; lumas are 16 to 235 unless all of 0 to 255 is used. */
function stripes(fullRange: boolean): VideoFrame {
  const bytes = new Uint8Array((width * height * 3) / 2).fill(128);
  for (let at = 0; at < width * height; at++) {
    const share = Math.floor((at % width) / 28) / 22;
    bytes[at] = Math.round(fullRange ? 255 * share : 16 + 219 * share);
  }
  const colorSpace = { fullRange, matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' } as const;
  return new VideoFrame(bytes, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
    colorSpace,
  });
}

test.each([false, true])('lumas of a camera are those of its pixels (full range: %s)', async (fullRange) => {
  const frame = stripes(fullRange);
  const lumas = await new LumaReader(1280).read(frame);
  const pixels = await new PixelReader(1280).read(frame);
  frame.close();
  expect(lumas).toMatchObject({ width, height, isLimited: !fullRange });
  const [own, drawn] = [pyramidOf(lumas!), pyramidOf(pixels)];
  expect(own.map((level) => level.data.length)).toEqual(drawn.map((level) => level.data.length));
  own.forEach((level, depth) => {
    const most = level.data.reduce(
      (top, luma, at) => Math.max(top, Math.abs(luma - drawn[depth]!.data[at]!)),
      0,
    );
    expect(most).toBeLessThanOrEqual(3);
  });
});

test('a frame without lumas, or one that is too large, is left to others', async () => {
  const canvas = new OffscreenCanvas(64, 48);
  canvas.getContext('2d');
  const coloured = new VideoFrame(canvas, { timestamp: 0 });
  expect(await new LumaReader(1280).read(coloured)).toBeNull();
  coloured.close();
  const large = stripes(false);
  expect(await new LumaReader(640).read(large)).toBeNull();
  large.close();
  expect(await new LumaReader(1280).read(await createImageBitmap(canvas))).toBeNull();
});
