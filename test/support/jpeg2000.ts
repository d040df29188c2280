import { createRequire } from 'node:module';
import sharp from 'sharp';
import { faceJpeg } from './faces.ts';

interface Encoder {
  getDecodedBuffer(info: object): Uint8Array;
  setQuality(isLossless: boolean, quality: number): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
}

type Load = (options: object) => Promise<{ J2KEncoder: new () => Encoder }>;

/** The encoder is in the same package as the decoder of portraits, and is not part of the service. */
const load: Load = createRequire(import.meta.resolve('../../src/service/main.ts'))(
  '@cornerstonejs/codec-openjpeg/wasmjs',
);

interface Pixels {
  width: number;
  height: number;
  components: number;
  /** 0 to 255; rounded and cut to that. */
  value(x: number, y: number, component: number): number;
}

/** A codestream of JPEG 2000, without loss. */
export async function jpeg2000({ width, height, components, value }: Pixels): Promise<Buffer> {
  const { J2KEncoder } = await load({ print: () => undefined, printErr: () => undefined });
  const encoder = new J2KEncoder();
  const size = { width, height, bitsPerSample: 8, componentCount: components, isSigned: false };
  const pixels = encoder.getDecodedBuffer(size);
  for (let at = 0; at < pixels.length; at++) {
    const pixel = Math.floor(at / components);
    pixels[at] = value(pixel % width, Math.floor(pixel / width), at % components);
  }
  encoder.setQuality(true, 0);
  encoder.encode();
  return Buffer.from(encoder.getEncodedBuffer());
}

/** Boxes around a codestream (ISO/IEC 15444-1, annex I). @param more boxes of its header */
export function jp2(codestream: Buffer, { colors = sRgb, more = [] as Buffer[] } = {}): Buffer {
  const [width, height] = [codestream.readUInt32BE(8), codestream.readUInt32BE(12)];
  const header = Buffer.alloc(14);
  header.writeUInt32BE(height);
  header.writeUInt32BE(width, 4);
  header.set([0, codestream[41]!, 7, 7, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('0000000c6a5020200d0a870a', 'hex'),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', Buffer.concat([box('ihdr', header), box('colr', colors), ...more])),
    box('jp2c', codestream),
  ]);
}

/** Enumerated colour spaces, table I.10. */
const sRgb = Buffer.from([1, 0, 0, 0, 0, 0, 16]);
export const cmyk = Buffer.from([1, 0, 0, 0, 0, 0, 12]);

export function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** A portrait in JPEG 2000: the drawn face, so many pixels of its picture cut away at each side. */
export async function facePortrait(width: number, margin = 140) {
  const { data, info } = await sharp(await faceJpeg())
    .extract({ left: margin, top: 0, width: 640 - 2 * margin, height: 480 })
    .resize(width)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const value = (x: number, y: number, component: number) => data[3 * (y * info.width + x) + component]!;
  return jp2(await jpeg2000({ width: info.width, height: info.height, components: 3, value }));
}
