/// <reference path="./openJpeg.d.ts" />
import type { Codec } from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import type { Picture } from '../../../vision/index.ts';
import { type Jpeg2000, readJpeg2000 } from './readJpeg2000.ts';
import { PictureError } from './requirePlainPicture.ts';

/**
 * Decodes a JPEG 2000 picture to red, green and blue, without its transparency. Each picture gets a new decoder, whose
 * memory is freed with it.
 * @throws {PictureError}
 */
export async function decodeJpeg2000(file: Uint8Array): Promise<Picture> {
  const picture = readJpeg2000(file);
  // Loaded on first use: few portraits are JPEG 2000.
  const { default: load } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs');
  const quiet = () => undefined;
  const codec = await load({ print: quiet, printErr: quiet });
  const { width, height } = picture;
  const values = valuesOf(codec, picture);
  const data = picture.components === 1 ? greyAsColors(values) : values;
  return { width, height, data, channels: 3 };
}

/** @throws {PictureError} if the decoder fails: it throws, or returns a picture of another size. */
function valuesOf({ J2KDecoder }: Codec, picture: Jpeg2000): Uint8Array {
  const { width, height, components } = picture;
  const channels = components === 1 ? 1 : 3;
  const file = components === 4 ? withoutTransparency(picture) : picture.codestream;
  const decoder = new J2KDecoder();
  try {
    decoder.getEncodedBuffer(file.length).set(file);
    decoder.decode();
    const info = decoder.getFrameInfo();
    const values = decoder.getDecodedBuffer();
    const isWhole = values.length === width * height * channels && info.componentCount === channels;
    if (isWhole && info.width === width && info.height === height && info.bitsPerSample === 8)
      return new Uint8Array(values.buffer, values.byteOffset, values.length);
  } catch (cause) {
    throw new PictureError('image_unreadable', { cause });
  }
  throw new PictureError('image_unreadable');
}

/**
 * Wraps a codestream of four components into a JP2 file that maps the first three to channels, because the decoder
 * accepts one or three. A mapping requires a palette, which stays unused (ISO/IEC 15444-1, I.5.3.4 and I.5.3.5).
 */
function withoutTransparency({ width, height, codestream }: Jpeg2000): Buffer {
  const palette = [0, 1, 3, 7, 7, 7, 0, 0, 0];
  const map = [0, 1, 2].flatMap((component) => [0, component, 0, 0]);
  const header = [
    box('ihdr', uint32(height), uint32(width), Buffer.from([0, 4, 7, 7, 0, 0])),
    box('colr', Buffer.from([1, 0, 0]), uint32(16)),
    box('pclr', Buffer.from(palette)),
    box('cmap', Buffer.from(map)),
  ];
  return Buffer.concat([
    box('jP  ', Buffer.from('\r\n\x87\n', 'latin1')),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', ...header),
    box('jp2c', codestream),
  ]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([uint32(8 + bytes.length), Buffer.from(type, 'latin1'), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function greyAsColors(values: Uint8Array): Uint8Array {
  const data = new Uint8Array(3 * values.length);
  for (const [at, value] of values.entries()) data.fill(value, 3 * at, 3 * at + 3);
  return data;
}
