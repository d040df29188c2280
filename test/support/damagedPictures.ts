import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { picture } from './picture.ts';

/** A file that is sent as a frame. `fate`: refused for sure, taken for sure, or either, since decoders may differ. */
export interface Damaged {
  name: string;
  file: Buffer;
  fate: 'refused' | 'taken' | 'either';
}

/** Well over 200 files that are damaged, hostile or merely rare, made from one honest picture; always the same ones. */
export async function damagedPictures(jpeg: Buffer): Promise<Damaged[]> {
  const png = await sharp(jpeg).png().toBuffer();
  const webp = await sharp(jpeg).webp({ quality: 80 }).toBuffer();
  const good = { jpeg, png, webp };
  return [
    ...Object.entries(good).flatMap(([type, file]) => [
      ...truncated(type, file),
      ...flipped(type, file),
      ...fused(type, file),
    ]),
    ...(await otherFormats(jpeg)),
    ...texts(),
    ...oversized(good),
    ...(await rarities(jpeg)),
  ];
}

/** Cut off at 25 lengths. The last bytes of a file may hold nothing that is missed. */
function truncated(type: string, file: Buffer): Damaged[] {
  return Array.from({ length: 25 }, (_, n) => {
    const length = Math.floor((file.length * n) / 25);
    return { name: `${type} cut at ${length}`, file: file.subarray(0, length), fate: 'refused' };
  });
}

/** With ten bytes changed here and there. */
function flipped(type: string, file: Buffer): Damaged[] {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  return Array.from({ length: 20 }, (_, n) => {
    const damaged = Buffer.from(file);
    for (let i = 0; i < 10; i++) damaged[random() % damaged.length]! ^= 1 + (random() % 255);
    return { name: `${type} with changed bytes ${n}`, file: damaged, fate: 'either' };
  });
}

/** Two files concatenated. A decoder reads the first one only, or nothing. */
function fused(type: string, file: Buffer): Damaged[] {
  const before = ['GIF89a', '<html><script>alert(1)</script>', '%PDF-1.7\n', 'PK\x03\x04', '\n'];
  const after = ['<?php system($_GET[0]); ?>', '<script>alert(1)</script>', 'PK\x05\x06', '\0'.repeat(5000)];
  return [
    ...before.map((text): Damaged => {
      return {
        name: `${JSON.stringify(text)} and ${type}`,
        file: Buffer.concat([Buffer.from(text, 'latin1'), file]),
        fate: 'refused',
      };
    }),
    ...after.map((text): Damaged => {
      return {
        name: `${type} and ${JSON.stringify(text.slice(0, 30))}`,
        file: Buffer.concat([file, Buffer.from(text, 'latin1')]),
        fate: 'either',
      };
    }),
  ];
}

async function otherFormats(jpeg: Buffer): Promise<Damaged[]> {
  const frames = await Promise.all([jpeg, sharp(jpeg).flop().toBuffer()]);
  const animated = () => sharp(frames, { join: { animated: true } });
  const made: [string, Buffer][] = [
    ['GIF', await sharp(jpeg).gif().toBuffer()],
    ['TIFF', await sharp(jpeg).tiff().toBuffer()],
    ['AVIF', await sharp(jpeg).avif({ effort: 0 }).toBuffer()],
    ['animated GIF', await animated().gif().toBuffer()],
    ['animated WebP', await animated().webp().toBuffer()],
  ];
  return made.map(([name, file]) => ({ name, file, fate: 'refused' }));
}

function texts(): Damaged[] {
  const all = [
    '',
    ' ',
    '{}',
    'BM',
    'P6 600 600 255\n',
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600"/></svg>',
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg width="600" height="600"><text>&a;</text></svg>',
    '<svg width="600" height="600"><image href="http://127.0.0.1:1/x"/></svg>',
    '<html><body>picture</body></html>',
    'push graphic-context\nviewbox 0 0 640 480\nfill url(https://127.0.0.1/x)\npop graphic-context',
    '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 600 600',
    '%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj',
    '\xff\xd8\xff',
    '\xff\xd8\xff\xd9',
    '\x89PNG\r\n\x1a\n',
    'RIFF\xff\xff\xff\xffWEBP',
    'RIFF\x04\x00\x00\x00WEBPVP8X',
    '\0'.repeat(100_000),
    'data:image/png;base64,iVBORw0KGgo=',
  ];
  return all.map((text) => ({
    name: `the text ${JSON.stringify(text.slice(0, 30))}`,
    file: Buffer.from(text, 'latin1'),
    fate: 'refused',
  }));
}

/** Files that say they are huge, and some that are. */
function oversized({ jpeg, png }: Record<'jpeg' | 'png', Buffer>): Damaged[] {
  const sides: [number, number][] = [
    [65_535, 65_535],
    [2_147_483_647, 2_147_483_647],
    [4_294_967_295, 1],
    [480, 1_000_000],
    [0, 0],
    [4097, 480],
    [1, 1],
  ];
  const claims = sides.map(([width, height]): Damaged => {
    const file = Buffer.from(png);
    file.writeUInt32BE(width, 16);
    file.writeUInt32BE(height, 20);
    return { name: `a PNG that says ${width} x ${height}`, file, fate: 'refused' };
  });
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const tall = Buffer.from(jpeg);
  tall.writeUInt16BE(65_535, frame + 5);
  tall.writeUInt16BE(65_535, frame + 7);
  return [
    ...claims,
    { name: 'a JPEG that says 65535 x 65535', file: tall, fate: 'refused' },
    {
      name: 'a bomb of 12000 x 12000',
      file: picture({ width: 12_000, height: 12_000, grey: () => 0 }),
      fate: 'refused',
    },
    { name: 'a profile that unpacks into 100 MB', file: withProfile(png, 100 * 2 ** 20), fate: 'either' },
    { name: 'the largest frame', file: picture({ width: 4096, height: 4096 }), fate: 'taken' },
  ];
}

/** An iCCP chunk right behind the header; its checksum is left wrong. */
function withProfile(png: Buffer, size: number): Buffer {
  const data = Buffer.concat([Buffer.from('iCCPx\0\0', 'latin1'), deflateSync(Buffer.alloc(size))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length - 4);
  return Buffer.concat([png.subarray(0, 33), length, data, Buffer.alloc(4), png.subarray(33)]);
}

async function rarities(jpeg: Buffer): Promise<Damaged[]> {
  const made: [string, Buffer][] = [
    ['CMYK', await sharp(jpeg).toColourspace('cmyk').jpeg().toBuffer()],
    ['a progressive JPEG', await sharp(jpeg).jpeg({ progressive: true }).toBuffer()],
    ['a grey JPEG', await sharp(jpeg).greyscale().jpeg().toBuffer()],
    ['a PNG of 16 bits', await sharp(jpeg).toColourspace('rgb16').png().toBuffer()],
    ['a PNG with a palette', await sharp(jpeg).png({ palette: true, colours: 64 }).toBuffer()],
    ['an interlaced PNG', await sharp(jpeg).png({ progressive: true }).toBuffer()],
    ['a transparent PNG', await sharp(jpeg).ensureAlpha(0.2).png().toBuffer()],
    ['a transparent WebP', await sharp(jpeg).ensureAlpha(0.5).webp({ lossless: true }).toBuffer()],
    ...(await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (orientation): Promise<[string, Buffer]> => {
        return [
          `orientation ${orientation}`,
          await sharp(jpeg).withMetadata({ orientation }).jpeg().toBuffer(),
        ];
      }),
    )),
  ];
  // No camera sends these, and decoders pay for them.
  const refused = /^(CMYK|a PNG of 16 bits|an interlaced PNG)$/;
  return made.map(([name, file]) => ({ name, file, fate: refused.test(name) ? 'refused' : 'taken' }));
}
