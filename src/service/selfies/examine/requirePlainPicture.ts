import { inflateSync } from 'node:zlib';

/**
 * Maximum number of scans. Cameras write one scan, or ten in a progressive file. Each may cost as much as the whole
 * picture.
 */
const MAX_SCANS = 32;
/** Maximum size of profiles, previews and texts together, both compressed and decompressed. */
const METADATA_BYTES = 1024 * 1024;
const MAX_CHUNKS = 10_000;
/**
 * Maximum size of a colour profile. Cameras write 0.5 to 4 kB; profiles of printing presses contain tables of hundreds
 * of kB.
 */
const PROFILE_BYTES = 16 * 1024;

/**
 * Checks a file before any decoder reads it, in time bounded by its length: number of scans, and bytes outside the
 * picture.
 * @throws {PictureError} `image_unreadable` for features that no browser or phone camera writes and that are expensive
 *   to decode: extra scans or metadata, animation, more than 8 bits per channel, interlacing, CMYK, other coding than
 *   baseline or progressive JPEG, large profiles.
 */
export function requirePlainPicture(file: Uint8Array): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const type = mediaTypeOf(file);
  if (type === 'image/jpeg') checkJpeg(bytes);
  if (type === 'image/png') checkPng(bytes);
  if (type === 'image/webp') checkWebp(bytes);
}

/** ITU-T T.81, annex B: segments and the bytes between them. */
function checkJpeg(bytes: Buffer): void {
  let [scans, beside, segments, frames, profile] = [0, 0, 0, 0, 0];
  for (let at = nextSegment(bytes, 2); at + 3 <= bytes.length; segments++) {
    const marker = bytes[at]!;
    if (marker === 0xd9) return;
    const length = bytes.readUInt16BE(at + 1);
    if (length < 2) throw refused();
    if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) beside += length;
    if (marker === 0xda) scans++;
    if (isFrame(marker)) {
      const [precision, components] = [bytes[at + 3], bytes[at + 8]];
      if (++frames > 1 || marker > 0xc2 || precision !== 8 || (components !== 1 && components !== 3))
        throw refused();
    }
    if (marker === 0xe2 && bytes.toString('latin1', at + 3, at + 14) === 'ICC_PROFILE') profile += length;
    if (scans > MAX_SCANS || beside > METADATA_BYTES || segments > MAX_CHUNKS) throw refused();
    if (profile > PROFILE_BYTES) throw refused();
    at = nextSegment(bytes, at + 1 + length);
  }
}

/** Table B.1: start of frame, any coding. The excluded markers in this range are tables and an extension. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/**
 * The position of the next marker that is followed by a length. Like decoders, it skips all bytes before that marker,
 * so that a stray byte between two segments does not end the count.
 */
function nextSegment(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at)) {
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at] ?? 0;
    // Skips stuffed bytes, restart markers, another start of image, and unassigned codes.
    if (marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd8)) return at;
  }
  return bytes.length;
}

/** PNG (third edition), section 5: chunks. Compressed chunks are decompressed up to the limit. */
function checkPng(bytes: Buffer): void {
  let [beside, chunks] = [0, 0];
  const [depth, interlace] = [bytes[24], bytes[28]];
  if (bytes.toString('latin1', 12, 16) !== 'IHDR' || depth !== 8 || interlace !== 0) throw refused();
  for (let at = 8; at + 12 <= bytes.length; chunks++) {
    const length = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (kind === 'acTL' || chunks > MAX_CHUNKS) throw refused();
    // A lower-case first letter marks an ancillary chunk, which is not needed to show the picture.
    if (/^[a-z]/.test(kind)) beside += length;
    if (beside > METADATA_BYTES) throw refused();
    const packed = packedIn(kind, data);
    const maxBytes = kind === 'iCCP' ? PROFILE_BYTES : METADATA_BYTES - beside;
    if (packed) beside += unpackedBytes(packed, maxBytes);
    at += 12 + length;
  }
}

/** Section 11.3: the compressed part of a chunk; `null` if it has none. */
function packedIn(kind: string, data: Buffer): Buffer | null {
  const afterName = data.indexOf(0) + 1;
  if (kind === 'zTXt' || kind === 'iCCP') return data.subarray(afterName + 1);
  if (kind !== 'iTXt' || data[afterName] === 0) return null;
  const afterLanguage = data.indexOf(0, afterName + 2) + 1;
  return data.subarray(data.indexOf(0, afterLanguage) + 1);
}

/**
 * Decompressed size of a chunk. A chunk that cannot be decompressed completely is refused, because a decoder might read
 * further.
 */
function unpackedBytes(packed: Buffer, maxBytes: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, maxBytes) }).length;
  } catch {
    throw refused();
  }
}

/** RFC 9649, section 2: RIFF chunks of even length. */
function checkWebp(bytes: Buffer): void {
  let [beside, chunks] = [0, 0];
  for (let at = 12; at + 8 <= bytes.length; chunks++) {
    const kind = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (kind === 'ANIM' || kind === 'ANMF' || chunks > MAX_CHUNKS) throw refused();
    if (kind === 'ICCP' && length > PROFILE_BYTES) throw refused();
    if (!['VP8 ', 'VP8L', 'VP8X', 'ALPH'].includes(kind)) beside += length;
    if (beside > METADATA_BYTES) throw refused();
    at += 8 + length + (length % 2);
  }
}

/** The number of pixels that a file declares, read in time bounded by its length; 0 if it declares none. */
export function declaredPixels(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const type = mediaTypeOf(file);
  if (bytes.length < 30) return 0;
  if (type === 'image/png') return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
  if (type === 'image/webp') return webpPixels(bytes);
  return type === 'image/jpeg' ? jpegPixels(bytes) : 0;
}

function jpegPixels(bytes: Buffer): number {
  let segments = 0;
  for (let at = nextSegment(bytes, 2); at + 8 <= bytes.length && segments < MAX_CHUNKS; segments++) {
    if (isFrame(bytes[at]!)) return bytes.readUInt16BE(at + 4) * bytes.readUInt16BE(at + 6);
    at = nextSegment(bytes, at + 1 + Math.max(2, bytes.readUInt16BE(at + 1)));
  }
  return 0;
}

/** RFC 9649, sections 2.5 to 2.7; RFC 6386, section 9.1. */
function webpPixels(bytes: Buffer): number {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return (1 + bytes.readUIntLE(24, 3)) * (1 + bytes.readUIntLE(27, 3));
  if (kind === 'VP8 ') return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff);
  const packed = bytes.readUInt32LE(21);
  return (1 + (packed & 0x3fff)) * (1 + ((packed >>> 14) & 0x3fff));
}

function refused(): PictureError {
  return new PictureError('image_unreadable');
}

/**
 * Checks the colour profile of a picture before colours are converted. A profile of a few kilobytes may contain a
 * program of any length (`multiProcessElementsType`), which no camera writes.
 * @see https://www.color.org/specification/ICC.1-2022-05.pdf section 10.16
 * @throws {PictureError} `image_unreadable`
 */
export function requirePlainProfile(profile: Uint8Array | undefined): void {
  if (profile && Buffer.from(profile.buffer, profile.byteOffset, profile.length).includes('mpet'))
    throw new PictureError('image_unreadable');
}

/** A picture cannot be used; `code` is the reason. */
export class PictureError extends Error {
  override name = 'PictureError';
  readonly code: 'image_unreadable' | 'image_too_small' | 'image_too_large';

  constructor(code: PictureError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/**
 * The media type by the first bytes, whatever the sender declares: JPEG (ITU-T T.81), PNG (RFC 2083) or WebP (RFC
 * 9649). `null` for any other file, which is never decoded.
 */
export function mediaTypeOf(file: Uint8Array): string | null {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(12, file.length)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : null;
}
