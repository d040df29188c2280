import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeJpeg2000 } from '../../../src/service/selfies/examine/decodeJpeg2000.ts';
import { inspectPortrait } from '../../../src/service/selfies/examine/inspectPortrait.ts';
import { readJpeg2000 } from '../../../src/service/selfies/examine/readJpeg2000.ts';
import { box, cmyk, facePortrait, jp2, jpeg2000 } from '../../support/jpeg2000.ts';
import { openServiceFaceEngine } from '../../support/openFaceEngine.ts';
import { optionalData } from '../../support/optionalData.ts';

const ramps = (x: number, y: number, component: number) => [x, y, (x + y) / 2, 40][component]! % 256;
const gradient = (components: number, width = 130, height = 110) =>
  jpeg2000({ width, height, components, value: ramps });

test.each([1, 3, 4])(
  'decodes a JPEG 2000 picture of %i components, as codestream and in a file',
  async (components) => {
    const codestream = await gradient(components);
    for (const file of [codestream, jp2(codestream)]) {
      const { data, ...size } = await decodeJpeg2000(file);
      expect(size).toEqual({ width: 130, height: 110, channels: 3 });
      const [x, y] = [100, 90];
      const pixel = [...data.subarray(3 * (y * 130 + x), 3 * (y * 130 + x) + 3)];
      expect(pixel).toEqual(components === 1 ? [100, 100, 100] : [100, 90, 95]);
    }
  },
);

test('a portrait in JPEG 2000 is usable, and stored as a JPEG', async () => {
  const engine = await openServiceFaceEngine();
  const { use, file } = await inspectPortrait(engine, await facePortrait(240));
  expect({ use, mediaType: file?.mediaType }).toEqual({ use: 'usable', mediaType: 'image/jpeg' });
  expect(await sharp(file!.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 240, height: 320 });
  expect((await inspectPortrait(engine, file!.bytes)).use).toBe('usable');
});

test('an icon has no face, a tiny portrait is too small, half of one is unreadable', async () => {
  const engine = await openServiceFaceEngine();
  const icon = await sharp({ create: { width: 626, height: 626, channels: 3, background: '#3366aa' } })
    .jpeg()
    .toBuffer();
  const whole = await facePortrait(240);
  for (const [file, use] of [
    [icon, 'no_face'],
    [jp2(await gradient(3)), 'no_face'],
    [jp2(await gradient(3, 90, 90)), 'too_small'],
    [await facePortrait(140, 0), 'too_small'],
    [whole.subarray(0, whole.length / 2), 'unreadable'],
    [Buffer.alloc(0), 'unreadable'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unreadable'],
  ] as const)
    expect(await inspectPortrait(engine, file)).toEqual({ use, file: null });
});

/** A copy with other bytes at one place. */
function changed(file: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
}

const plain = gradient(3);
const SIZ = 4;
const COD = 51;

test.each<[string, (file: Buffer) => Buffer]>([
  ['two components', (file) => changed(file, SIZ + 36, [0, 2])],
  ['16,384 components', (file) => changed(file, SIZ + 36, [64, 0])],
  ['16 bits', (file) => changed(file, SIZ + 38, [15])],
  ['subsampled colours', (file) => changed(file, SIZ + 42, [2, 2])],
  ['an offset', (file) => changed(file, SIZ + 15, [1])],
  ['tiles of a pixel', (file) => changed(file, SIZ + 20, [0, 0, 0, 1, 0, 0, 0, 1])],
  ['tiles without a size', (file) => changed(file, SIZ + 20, [0, 0, 0, 0])],
  ['no pixels', (file) => changed(file, SIZ + 4, [0, 0, 0, 0])],
  ['65,535 layers', (file) => changed(file, COD + 6, [0xff, 0xff])],
  ['32 levels', (file) => changed(file, COD + 9, [32])],
  ['code blocks of 16 coefficients', (file) => changed(file, COD + 10, [0, 0])],
  ['code blocks of a megapixel', (file) => changed(file, COD + 10, [8, 8])],
  ['high throughput', (file) => changed(file, COD + 12, [0x40])],
  ['settings of one component', (file) => changed(file, COD, [0xff, 0x53])],
  ['a tile-part beyond the end', (file) => changed(file, file.indexOf('ff90', 0, 'hex') + 6, [0x7f])],
  ['a palette', (file) => jp2(file, { more: [box('pclr', Buffer.from([0, 1, 1, 7, 0]))] })],
  ['CMYK', (file) => jp2(file, { colors: cmyk })],
  [
    'boxes without end',
    (file) => Buffer.concat([jp2(file).subarray(0, 12), ...Array(99).fill(box('free', Buffer.alloc(0)))]),
  ],
  ['a box of 64 bits', (file) => changed(jp2(file), 12, [0, 0, 0, 1])],
])('%s: refused by the header', async (_, change) => {
  const file = await plain;
  expect(file.readUInt16BE(COD)).toBe(0xff52);
  expect(() => readJpeg2000(change(file))).toThrow('image_unreadable');
  await expect(decodeJpeg2000(change(file))).rejects.toMatchObject({ code: 'image_unreadable' });
});

test('precincts of a pixel and settings of a tile are refused by the header', async () => {
  const file = await plain;
  const length = 2 + file.readUInt16BE(COD + 2);
  const cod = Buffer.concat([file.subarray(COD, COD + length), Buffer.alloc(6)]);
  cod.writeUInt16BE(length - 2 + 6, 2);
  cod[4]! |= 1;
  const main = Buffer.concat([file.subarray(0, COD), cod, file.subarray(COD + length)]);
  expect(() => readJpeg2000(main)).toThrow('image_unreadable');
  const at = file.indexOf('ff90', 0, 'hex');
  const tile = Buffer.concat([file.subarray(0, at + 12), cod, file.subarray(at + 12)]);
  tile.writeUInt32BE(tile.readUInt32BE(at + 6) + cod.length, at + 6);
  expect(() => readJpeg2000(tile)).toThrow('image_unreadable');
});

test('more than 1024 pixels or 512 kB are too large', async () => {
  const file = await plain;
  for (const large of [changed(file, SIZ + 4, [0, 0, 4, 1]), Buffer.concat([file, Buffer.alloc(512 * 1024)])])
    expect(() => readJpeg2000(large)).toThrow('image_too_large');
});

const vectors = optionalData('wallet/vectors', 'Portraits of a public test wallet');

test.skipIf(!vectors)('a portrait gives the same face as JPEG and as JPEG 2000', async () => {
  const [jpeg, jpf] = ['erika.jpg', 'erika.jpf'].map((name) => readFileSync(join(vectors!, name)));
  const engine = await openServiceFaceEngine();
  expect((await inspectPortrait(engine, jpf!)).use).toBe((await inspectPortrait(engine, jpeg!)).use);
  const { data } = await decodeJpeg2000(jpf!);
  const other = await sharp(jpeg!).raw().toBuffer();
  const apart = other.reduce((sum, value, at) => sum + Math.abs(value - data[at]!), 0) / other.length;
  expect(apart).toBeLessThan(8);
});
