import { expect, test } from 'vitest';
import { PixelReader } from '../../src/vision/PixelReader.ts';

/** Four quarters: red, green, blue, white. */
const quarters = (width: number, height: number) => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  ['#f00', '#0f0', '#00f', '#fff'].forEach((colour, at) => {
    context.fillStyle = colour;
    context.fillRect(((at % 2) * width) / 2, (Math.floor(at / 2) * height) / 2, width / 2, height / 2);
  });
  return canvas;
};

const QUARTERS = ['255,0,0', '0,255,0', '0,0,255', '255,255,255'];

const read = async (frame: VideoFrame | ImageBitmap) => {
  const { width, height, data } = await new PixelReader().read(frame);
  frame.close();
  const at = (x: number, y: number) => {
    const from = 4 * (Math.floor(y * height) * width + Math.floor(x * width));
    return data.slice(from, from + 3).join();
  };
  return { width, height, colours: [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)] };
};

test('a frame is read unchanged', async () => {
  const frame = new VideoFrame(quarters(640, 480), { timestamp: 0 });
  expect(await read(frame)).toEqual({ width: 640, height: 480, colours: QUARTERS });
});

test('a bitmap is read the same way', async () => {
  const bitmap = await createImageBitmap(quarters(320, 480));
  expect(await read(bitmap)).toEqual({ width: 320, height: 480, colours: QUARTERS });
});

test('a large frame is scaled down without cropping', async () => {
  const frame = new VideoFrame(quarters(1280, 720), { timestamp: 0 });
  expect(await read(frame)).toEqual({ width: 640, height: 360, colours: QUARTERS });
});

test('colours are right if the browser ignores the requested format, as WebKit 2.50 does', async () => {
  const { copyTo } = VideoFrame.prototype;
  VideoFrame.prototype.copyTo = function (target) {
    return copyTo.call(this, target);
  };
  try {
    const planes = new Uint8Array(16 * 16 * 4).map((_, at) => [50, 100, 200, 255][at % 4]!);
    const init = { codedWidth: 16, codedHeight: 16, timestamp: 0 };
    const blueFirst = await read(new VideoFrame(planes, { ...init, format: 'BGRA' }));
    expect(blueFirst.colours).toEqual(Array(4).fill('200,100,50'));
    const redFirst = await read(new VideoFrame(planes, { ...init, format: 'RGBA' }));
    expect(redFirst.colours).toEqual(Array(4).fill('50,100,200'));
  } finally {
    VideoFrame.prototype.copyTo = copyTo;
  }
});

test('a native camera format is read with the right colours', async () => {
  const [width, height] = [64, 48];
  const planes = new Uint8Array(width * height * 1.5).fill(128);
  const frame = new VideoFrame(planes, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
  });
  const grey = (await read(frame)).colours.map((colour) => colour.split(',').map(Number));
  for (const [r, g, b] of grey) {
    expect(Math.max(r!, g!, b!) - Math.min(r!, g!, b!)).toBeLessThanOrEqual(3);
    expect(r).toBeGreaterThan(115);
    expect(r).toBeLessThan(145);
  }
});
