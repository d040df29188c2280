import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodePicture, inspectTrailFrame } from '../../../src/service/selfies/examine/decodePicture.ts';
import {
  declaredPixels,
  requirePlainPicture,
} from '../../../src/service/selfies/examine/requirePlainPicture.ts';
import { picture } from '../../support/picture.ts';

const photo = () =>
  sharp({
    create: {
      width: 640,
      height: 640,
      channels: 3,
      background: '#a86',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

/** A progressive picture with its last scan over and over again: each costs the decoder a whole pass. */
async function scansOverAndOver(count: number, stray: readonly number[] = []): Promise<Buffer> {
  const bytes = await photo().jpeg({ progressive: true }).toBuffer();
  const head = bytes.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = bytes.subarray(head, head + 2 + bytes.readUInt16BE(head + 2));
  const tables = bytes.indexOf(Buffer.from([0xff, 0xc4]));
  return Buffer.concat([
    bytes.subarray(0, tables),
    Buffer.from(stray),
    bytes.subarray(tables, -2),
    ...Array<Buffer>(count).fill(scan),
    bytes.subarray(-2),
  ]);
}

/** A picture with so many of the largest comments before it. */
async function jpegWithComments(count: number): Promise<Buffer> {
  const bytes = await photo().jpeg().toBuffer();
  const comment = Buffer.alloc(2 + 0xffff, 'x');
  comment.writeUInt32BE(0xfffeffff);
  return Buffer.concat([bytes.subarray(0, 2), ...Array<Buffer>(count).fill(comment), bytes.subarray(2)]);
}

/** A picture with an additional chunk. The checksum is omitted, as the chunk must be refused before it is needed. */
function pngWith(kind: string, data: Buffer): Buffer {
  const png = picture();
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

const packed = deflateSync(Buffer.alloc(200 * 2 ** 20));
/** For decoders of little memory: its first byte is 0x68 instead of 0x78. */
const packedSmall = deflateSync(Buffer.alloc(200 * 2 ** 20), { windowBits: 14 });

/** Each unpacks into nearly a megabyte, and turns out to be damaged at its end. */
function damagedTexts(count: number): Buffer {
  const text = deflateSync(Buffer.alloc(2 ** 20 - 100));
  text[text.length - 1]! ^= 1;
  const data = Buffer.concat([Buffer.from('Comment\0\0'), text]);
  const [first, last] = [picture().subarray(0, 33), picture().subarray(33)];
  const one = pngWith('zTXt', data).subarray(33, -last.length);
  return Buffer.concat([first, ...Array<Buffer>(count).fill(one), last]);
}

test.each([
  ['20,000 scans', () => scansOverAndOver(20_000)],
  ['33 scans too many', () => scansOverAndOver(33)],
  // A stray byte, which decoders skip.
  ['20,000 scans behind a stray byte', () => scansOverAndOver(20_000, [0x41])],
  ['20,000 scans behind a stuffed byte', () => scansOverAndOver(20_000, [0xff, 0, 0xff, 0xf0])],
  ['20,000 scans behind a code not in use', () => scansOverAndOver(20_000, [0xff, 0x02, 0xff, 0xf0])],
  ['a text of 200 MB', async () => pngWith('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed]))],
  [
    'a text of 200 MB for small windows',
    async () => pngWith('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packedSmall])),
  ],
  [
    'a text of 200 MB in the language x',
    async () => pngWith('iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0x\0\0'), packed])),
  ],
  ['4,000 texts of 1 MB that are damaged', async () => damagedTexts(4000)],
  ['a profile of 200 MB', async () => pngWith('iCCP', Buffer.concat([Buffer.from('icc\0\0'), packed]))],
  ['texts of 2 MB', async () => pngWith('tEXt', Buffer.alloc(2 * 2 ** 20, 'x'))],
  ['comments of 2 MB in a JPEG', () => jpegWithComments(40)],
  ['moving pictures', async () => pngWith('acTL', Buffer.alloc(8))],
  [
    'a profile of 2 MB in a WebP',
    async () => {
      const webp = await photo().webp().toBuffer();
      const head = Buffer.from('ICCP\0\0\0\0', 'latin1');
      head.writeUInt32LE(2 * 2 ** 20, 4);
      return Buffer.concat([webp.subarray(0, 12), head, Buffer.alloc(2 * 2 ** 20), webp.subarray(12)]);
    },
  ],
])('%s are refused before anything is decoded', async (_, make) => {
  const file = await make();
  const began = process.cpuUsage();
  const heap = process.memoryUsage().rss;
  expect(() => requirePlainPicture(file)).toThrow('image_unreadable');
  expect(process.memoryUsage().rss - heap).toBeLessThan(64 * 2 ** 20);
  await expect(decodePicture(file, 480)).rejects.toMatchObject({ code: 'image_unreadable' });
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(1000);
});

/** The same picture with another header: colour depth, colour type and interlacing. */
function pngOf(depth: number, colour: number, interlace: number): Buffer {
  const png = Buffer.from(picture());
  png.set([depth, colour, 0, 0, interlace], 24);
  return png;
}

test.each([
  ['16 bits a colour', async () => pngOf(16, 2, 0)],
  ['1 bit a pixel', async () => pngOf(1, 0, 0)],
  ['interlaced rows', async () => pngOf(8, 0, 1)],
  ['interlaced rows, whole', () => photo().png({ progressive: true }).toBuffer()],
  ['the four colours of printing', () => photo().toColourspace('cmyk').jpeg().toBuffer()],
  [
    'arithmetic coding',
    async () => {
      const jpeg = await photo().jpeg().toBuffer();
      jpeg[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9;
      return jpeg;
    },
  ],
  [
    'a profile of 20 kB in a JPEG',
    async () => {
      const jpeg = await photo().jpeg().toBuffer();
      const head = Buffer.from('\xff\xe2\x50\x02ICC_PROFILE\0\x01\x01', 'latin1');
      return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.alloc(0x5002 - 16), jpeg.subarray(2)]);
    },
  ],
  [
    'a profile of 20 kB in a PNG',
    async () =>
      pngWith('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(20 * 1024))])),
  ],
])('%s is refused, as no camera sends it', async (_, make) => {
  const file = await make();
  expect(() => requirePlainPicture(file)).toThrow('image_unreadable');
  await expect(decodePicture(file, 480)).rejects.toMatchObject({ code: 'image_unreadable' });
});

test('the size of a picture is read from its header', async () => {
  const sized = photo().resize(500, 700, { fit: 'fill' });
  for (const file of [
    await sized.jpeg({ progressive: true }).withIccProfile('p3').toBuffer(),
    await sized.png().toBuffer(),
    await sized.webp().toBuffer(),
    await sized.webp({ lossless: true }).toBuffer(),
    await sized.webp().withIccProfile('p3').toBuffer(),
  ]) {
    expect(declaredPixels(file)).toBe(500 * 700);
  }
  expect(declaredPixels(Buffer.from('no picture, whatever it is called'))).toBe(0);
});

test('accepts files of cameras and editors', async () => {
  const exif = { IFD0: { Copyright: 'c'.repeat(2000), Orientation: '6' } };
  for (const file of [
    await photo().jpeg({ progressive: true }).withExif(exif).toBuffer(),
    await photo().jpeg({ mozjpeg: true }).keepIccProfile().withIccProfile('p3').toBuffer(),
    await photo().png().withIccProfile('p3').withExif(exif).toBuffer(),
    await photo().webp({ alphaQuality: 80 }).withIccProfile('p3').withExif(exif).toBuffer(),
    await photo().webp({ lossless: true }).toBuffer(),
    pngWith('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta/>')),
    pngWith('iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0de\0Anmerkung\0'), deflateSync('klein')])),
    picture(),
  ]) {
    requirePlainPicture(file);
    expect((await decodePicture(file, 480)).channels).toBe(3);
  }
});

/** The profile of a picture with one more tag: a program that applies as many curves to each colour. */
function withProgram(profile: Buffer, steps: number): Buffer {
  const text = (latin1: string) => Buffer.from(latin1, 'latin1');
  const numbers = (...all: number[]) => {
    const bytes = Buffer.alloc(4 * all.length);
    for (const [index, number] of all.entries()) bytes.writeUInt32BE(number, 4 * index);
    return bytes;
  };
  const gamma = Buffer.alloc(16);
  for (const [index, number] of [1.0001, 1, 0, 0].entries()) gamma.writeFloatBE(number, 4 * index);
  const curve = Buffer.concat([text('curf\0\0\0\0\0\x01\0\0parf\0\0\0\0\0\0\0\0'), gamma]);
  const at = [36, curve.length];
  const curves = Buffer.concat([text('cvst\0\0\0\0\0\x03\0\x03'), numbers(...at, ...at, ...at), curve]);
  // All steps are the same bytes.
  const places = numbers(...Array.from({ length: steps }, () => [16 + 8 * steps, curves.length]).flat());
  const program = Buffer.concat([text('mpet\0\0\0\0\0\x03\0\x03'), numbers(steps), places, curves]);
  const count = profile.readUInt32BE(128);
  const [tags, data] = [
    Buffer.from(profile.subarray(132, 132 + 12 * count)),
    profile.subarray(132 + 12 * count),
  ];
  for (let tag = 4; tag < tags.length; tag += 12) tags.writeUInt32BE(tags.readUInt32BE(tag) + 12, tag);
  const room = Buffer.alloc((4 - (data.length % 4)) % 4);
  const place = [144 + 12 * count + data.length + room.length, program.length];
  const head = [profile.subarray(0, 128), numbers(count + 1), tags, text('D2B0'), numbers(...place)];
  const whole = Buffer.concat([...head, data, room, program]);
  whole.writeUInt32BE(whole.length);
  whole.writeUInt32BE(0x04400000, 8);
  return whole;
}

test('a colour profile with a long program is refused before it runs', async () => {
  const photograph = await photo().withIccProfile('p3').jpeg().toBuffer();
  const { icc } = await sharp(photograph).metadata();
  // Three seconds of work.
  const program = withProgram(icc!, 1000);
  const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
  head.writeUInt16BE(head.length - 2 + program.length, 2);
  const withIt = async (width: number) => {
    const plain = await photo().resize(width).jpeg().toBuffer();
    return Buffer.concat([plain.subarray(0, 2), head, program, plain.subarray(2)]);
  };
  const [file, frame] = [await withIt(640), await withIt(240)];
  expect((await sharp(file).metadata()).icc).toEqual(program);
  const began = process.cpuUsage();
  await expect(decodePicture(file, 480)).rejects.toMatchObject({ code: 'image_unreadable' });
  expect(await inspectTrailFrame(frame)).toBe('image_unreadable');
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(1000);
});
