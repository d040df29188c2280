import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { picture } from '../../support/picture.ts';

interface Extent {
  count: number;
  hugeSide: number;
  textMb: number;
}

/** Files made from every format that is taken and some that are not, with bytes changed, cut, doubled; and the known bombs: pictures of `hugeSide` pixels, and text that unpacks to `textMb`. */
export async function fuzzedPictures({ count, hugeSide, textMb }: Extent): Promise<Buffer[]> {
  const photo = sharp(picture({ width: 640, height: 640 }));
  const bases = await Promise.all([
    photo.clone().jpeg().toBuffer(),
    photo.clone().jpeg({ progressive: true }).toBuffer(),
    photo.clone().png().toBuffer(),
    photo.clone().png({ palette: true }).toBuffer(),
    photo.clone().webp().toBuffer(),
    photo.clone().webp({ lossless: true }).toBuffer(),
    photo.clone().gif().toBuffer(),
    photo.clone().tiff().toBuffer(),
    photo.clone().avif().toBuffer(),
  ]);
  const text = deflateSync(Buffer.alloc(textMb * 2 ** 20));
  const bombs = [
    await scans(20_000),
    await large('png', hugeSide),
    await large('webp', Math.min(hugeSide, 16_000)),
    textBomb('zTXt', text),
    textBomb('iCCP', text),
    // No camera sends these, and decoders pay for them.
    await photo.clone().png({ progressive: true }).toBuffer(),
    await photo.clone().toColourspace('rgb16').png().toBuffer(),
    await photo.clone().toColourspace('cmyk').jpeg().toBuffer(),
  ];
  return Array.from({ length: count }, (_, index) => {
    if (index < bombs.length) return bombs[index]!;
    return damaged(bases[index % bases.length]!);
  });
}

function damaged(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const times = 1 + Math.floor(Math.random() * 12);
  for (let time = 0; time < times; time++)
    copy[Math.floor(Math.random() * copy.length)] = Math.random() * 256;
  const fate = Math.random();
  if (fate < 0.2) return copy.subarray(0, Math.floor(Math.random() * copy.length));
  return fate < 0.3 ? Buffer.concat([copy, copy]) : copy;
}

/** A progressive picture with its last scan over and over: each costs a decoder a whole pass. */
async function scans(count: number): Promise<Buffer> {
  const bytes = await sharp(picture({ width: 1024, height: 1024 }))
    .jpeg({ progressive: true })
    .toBuffer();
  const head = bytes.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = bytes.subarray(head, head + 2 + bytes.readUInt16BE(head + 2));
  return Buffer.concat([bytes.subarray(0, -2), ...Array<Buffer>(count).fill(scan), bytes.subarray(-2)]);
}

/** A small file of a picture that is huge. */
async function large(format: 'png' | 'webp', side: number): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: '#888' } as const;
  return await sharp({ create, limitInputPixels: false }).toFormat(format, { effort: 1 }).toBuffer();
}

/** A chunk that unpacks to something large. */
function textBomb(kind: string, packed: Buffer): Buffer {
  const png = picture();
  const data = Buffer.concat([Buffer.from('Comment\0\0'), packed]);
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
