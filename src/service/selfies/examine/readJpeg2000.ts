import { PictureError } from './requirePlainPicture.ts';

/** A JPEG 2000 picture whose header promises a bounded amount of work. */
export interface Jpeg2000 {
  width: number;
  height: number;
  /** Grey; red, green and blue; the same with transparency. Each of 8 bits. */
  components: 1 | 3 | 4;
  codestream: Buffer;
}

/** Portraits of identity documents are far smaller. */
const MAX_BYTES = 512 * 1024;
const MAX_SIDE = 1024;
const MAX_BOXES = 64;
const MAX_SEGMENTS = 1024;
const MAX_TILES = 64;
/** Encoders write 1, or 12 by default. */
const MAX_LAYERS = 64;
/** Encoders halve a picture five times. */
const MAX_LEVELS = 10;
/** Code blocks have 2^8 to 2^12 coefficients, and the standard allows no more than 2^10 on a side. */
const BLOCK = { minArea: 8, maxArea: 12, maxSide: 10 };
/** Sides of precincts are at least 2^5 pixels: the decoder stores state for each precinct. */
const MIN_PRECINCT = 5;

const SIGNATURE = Buffer.from('0000000c6a5020200d0a870a', 'hex');
/** SOC and SIZ. */
const CODESTREAM = Buffer.from('ff4fff51', 'hex');

/** Markers of ISO/IEC 15444-1, table A.2. */
const marker = { cod: 0xff52, sot: 0xff90, sod: 0xff93 };
/**
 * Segments that change no size: lengths (TLM, PLM, PLT), quantization (QCD, QCC), registration (CRG), comments (COM).
 */
const HARMLESS_SEGMENTS = new Set([0xff55, 0xff57, 0xff58, 0xff5c, 0xff5d, 0xff63, 0xff64]);

/** Enumerated colour spaces of ISO/IEC 15444-1, table I.10: sRGB and grey. */
const COLOR_SPACES = new Set([16, 17]);
const PROFILES = new Set(['RGB ', 'GRAY']);

export function isJpeg2000(file: Uint8Array): boolean {
  const starts = (head: Buffer) => head.equals(file.subarray(0, head.length));
  return starts(SIGNATURE) || starts(CODESTREAM);
}

/**
 * Reads the header of a JP2 file or a bare codestream (ISO/IEC 15444-1, annexes A and I), in time bounded by its length
 * and before any decoder reads it.
 * @throws {PictureError} `image_unreadable` for features that encoders of portraits do not use and that are expensive
 *   to decode or change the colours: palettes, CMYK and YCC, subsampling, offsets, more than 8 bits, more than four
 *   components, many tiles, layers or precincts, settings of single components or tiles, high throughput coding, files
 *   that end early; `image_too_large` beyond 1024 pixels a side or 512 kB.
 */
export function readJpeg2000(file: Uint8Array): Jpeg2000 {
  if (file.length > MAX_BYTES) throw new PictureError('image_too_large');
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  try {
    const codestream = bytes.indexOf(CODESTREAM) === 0 ? bytes : codestreamOf(bytes);
    const size = readSize(codestream);
    readTileParts(codestream, readMainHeader(codestream));
    return { ...size, codestream };
  } catch (error) {
    // The file ended before a number.
    if (error instanceof RangeError) throw refused();
    throw error;
  }
}

/** Annex I: boxes, each with its length and its type. */
function* boxesOf(bytes: Buffer): Generator<{ type: string; content: Buffer }> {
  let boxes = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    // A length of 0 means up to the end of the file. A length of 1, followed by 64 bits, is for files of gigabytes.
    const end = length === 0 ? bytes.length : at + length;
    if ((length !== 0 && length < 8) || end > bytes.length || ++boxes > MAX_BOXES) throw refused();
    yield { type, content: bytes.subarray(at + 8, end) };
    at = end;
  }
}

function codestreamOf(bytes: Buffer): Buffer {
  for (const { type, content } of boxesOf(bytes)) {
    if (type === 'jp2h') requirePlainColors(content);
    if (type === 'jp2c') return content;
  }
  throw refused();
}

/** I.5.3: the values of the codestream must be colours, not indices. Only the first colour specification counts. */
function requirePlainColors(header: Buffer): void {
  let isKnown = false;
  for (const { type, content } of boxesOf(header)) {
    if (type === 'pclr' || type === 'cmap') throw refused();
    if (type !== 'colr' || isKnown) continue;
    isKnown = true;
    const method = content.readUInt8(0);
    if (method === 1 && !COLOR_SPACES.has(content.readUInt32BE(3))) throw refused();
    // Bytes 16 to 19 of an ICC profile state its colour space (ICC.1, table 17).
    if (method === 2 && !PROFILES.has(content.toString('latin1', 19, 23))) throw refused();
  }
}

/** A.5.1: image and tile size. */
function readSize(bytes: Buffer): Omit<Jpeg2000, 'codestream'> {
  if (bytes.indexOf(CODESTREAM) !== 0) throw refused();
  const [width, height, offsetX, offsetY, tileWidth, tileHeight, tileX, tileY] = Array.from(
    { length: 8 },
    (_, at) => bytes.readUInt32BE(8 + 4 * at),
  ) as [number, number, number, number, number, number, number, number];
  const components = bytes.readUInt16BE(40);
  if (components !== 1 && components !== 3 && components !== 4) throw refused();
  if (bytes.readUInt16BE(4) !== 38 + 3 * components) throw refused();
  for (let component = 0; component < components; component++)
    // 8 bits, unsigned, not subsampled.
    if (bytes.readUIntBE(42 + 3 * component, 3) !== 0x070101) throw refused();
  if (offsetX + offsetY + tileX + tileY > 0) throw refused();
  if (Math.max(width, height) > MAX_SIDE) throw new PictureError('image_too_large');
  const tiles = Math.ceil(width / tileWidth) * Math.ceil(height / tileHeight);
  if (!(tiles >= 1 && tiles <= MAX_TILES)) throw refused();
  return { width, height, components };
}

/** @returns the position of the first tile-part. */
function readMainHeader(bytes: Buffer): number {
  let isCoded = false;
  for (const { code, content, at } of segmentsOf(bytes, 4 + bytes.readUInt16BE(4))) {
    if (code === marker.sot && isCoded) return at;
    if (code === marker.cod && !isCoded) requirePlainCoding(content);
    else if (!HARMLESS_SEGMENTS.has(code)) throw refused();
    isCoded ||= code === marker.cod;
  }
  throw refused();
}

/** A.6.1: coding style. */
function requirePlainCoding(content: Buffer): void {
  const [style, layers, levels] = [content.readUInt8(0), content.readUInt16BE(2), content.readUInt8(5)];
  const [blockWidth, blockHeight] = [2 + content.readUInt8(6), 2 + content.readUInt8(7)];
  const area = blockWidth + blockHeight;
  const isHighThroughput = (content.readUInt8(8) & 0xc0) !== 0;
  if (layers < 1 || layers > MAX_LAYERS || levels > MAX_LEVELS || isHighThroughput) throw refused();
  if (area < BLOCK.minArea || area > BLOCK.maxArea) throw refused();
  if (Math.max(blockWidth, blockHeight) > BLOCK.maxSide) throw refused();
  const hasPrecincts = (style & 1) === 1;
  for (let level = 0; hasPrecincts && level <= levels; level++) {
    const sides = content.readUInt8(10 + level);
    if (Math.min(sides & 15, sides >> 4) < MIN_PRECINCT) throw refused();
  }
}

/** A.4.2: the consecutive tile-parts up to the end. None may change the coding style. */
function readTileParts(bytes: Buffer, from: number): void {
  let at = from;
  for (let parts = 0; bytes.readUInt16BE(at) === marker.sot; parts++) {
    const length = bytes.readUInt32BE(at + 6);
    const end = length === 0 ? bytes.length : at + length;
    if (bytes.readUInt16BE(at + 2) !== 10 || end > bytes.length || end < at + 14) throw refused();
    if (parts >= MAX_SEGMENTS) throw refused();
    requireNoSettings(bytes.subarray(0, end), at + 12);
    if (end + 2 > bytes.length) return;
    at = end;
  }
}

function requireNoSettings(bytes: Buffer, from: number): void {
  for (const { code } of segmentsOf(bytes, from)) {
    if (code === marker.sod) return;
    if (!HARMLESS_SEGMENTS.has(code)) throw refused();
  }
  throw refused();
}

/** A.1: marker segments up to the coded data, each with its length. */
function* segmentsOf(
  bytes: Buffer,
  from: number,
): Generator<{ code: number; content: Buffer; at: number }, void> {
  let segments = 0;
  for (let at = from; at + 2 <= bytes.length; ) {
    const code = bytes.readUInt16BE(at);
    if (code === marker.sod) return yield { code, content: bytes.subarray(at), at };
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length || ++segments > MAX_SEGMENTS) throw refused();
    yield { code, content: bytes.subarray(at + 4, at + 2 + length), at };
    at += 2 + length;
  }
}

function refused(): PictureError {
  return new PictureError('image_unreadable');
}
