import { inflateSync } from 'node:zlib';
import { mediaTypeOf } from './mediaTypeOf.ts';
import { PictureError } from './PictureError.ts';

/** Cameras write one scan, or ten where they write progressively; each may cost as much as the whole picture. */
const MOST_SCANS = 32;
/** Profiles, previews and texts together, as they are stored and unpacked. */
const METADATA_BYTES = 1024 * 1024;
const MOST_CHUNKS = 10_000;

/**
 * Looks over a file before any decoder sees it, at a cost that its length alone bounds: how many scans it has, and how
 * much there is beside the picture.
 * @throws {PictureError} `image_unreadable` for more than any camera writes, and for moving pictures.
 */
export function requirePlainPicture(file: Uint8Array): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const type = mediaTypeOf(file);
  if (type === 'image/jpeg') lookOverJpeg(bytes);
  if (type === 'image/png') lookOverPng(bytes);
  if (type === 'image/webp') lookOverWebp(bytes);
}

/** ITU-T T.81, annex B: segments, and what stands between them. */
function lookOverJpeg(bytes: Buffer): void {
  let [scans, beside, segments] = [0, 0, 0];
  for (let at = nextSegment(bytes, 2); at + 3 <= bytes.length; segments++) {
    const marker = bytes[at]!;
    if (marker === 0xd9) return;
    const length = bytes.readUInt16BE(at + 1);
    if (length < 2) throw refused();
    if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) beside += length;
    if (marker === 0xda) scans++;
    if (scans > MOST_SCANS || beside > METADATA_BYTES || segments > MOST_CHUNKS) throw refused();
    at = nextSegment(bytes, at + 1 + length);
  }
}

/**
 * Where the next marker is that a length follows. Decoders pass over all before it, coded data or not: a stray byte between
 * two segments must not end the count.
 */
function nextSegment(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at)) {
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at] ?? 0;
    // A stuffed byte, a restart, another start, or a code that is not in use.
    if (marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd8)) return at;
  }
  return bytes.length;
}

/** PNG (third edition), section 5: chunks. What is packed in a chunk is unpacked up to the limit. */
function lookOverPng(bytes: Buffer): void {
  let [beside, chunks] = [0, 0];
  for (let at = 8; at + 12 <= bytes.length; chunks++) {
    const length = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (kind === 'acTL' || chunks > MOST_CHUNKS) throw refused();
    // A small first letter: not needed to show the picture.
    if (/^[a-z]/.test(kind)) beside += length;
    if (beside > METADATA_BYTES) throw refused();
    const packed = packedIn(kind, data);
    if (packed) beside += unpackedBytes(packed, METADATA_BYTES - beside);
    at += 12 + length;
  }
}

/** Section 11.3: the part of a chunk that is packed; `null` where there is none. */
function packedIn(kind: string, data: Buffer): Buffer | null {
  const afterName = data.indexOf(0) + 1;
  if (kind === 'zTXt' || kind === 'iCCP') return data.subarray(afterName + 1);
  if (kind !== 'iTXt' || data[afterName] === 0) return null;
  const afterLanguage = data.indexOf(0, afterName + 2) + 1;
  return data.subarray(data.indexOf(0, afterLanguage) + 1);
}

/** How much a chunk unpacks into. What can't be unpacked to its end is refused: a decoder might get further with it. */
function unpackedBytes(packed: Buffer, most: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most) }).length;
  } catch {
    throw refused();
  }
}

/** RFC 9649, section 2: RIFF chunks of even length. */
function lookOverWebp(bytes: Buffer): void {
  let [beside, chunks] = [0, 0];
  for (let at = 12; at + 8 <= bytes.length; chunks++) {
    const kind = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (kind === 'ANIM' || kind === 'ANMF' || chunks > MOST_CHUNKS) throw refused();
    if (!['VP8 ', 'VP8L', 'VP8X', 'ALPH'].includes(kind)) beside += length;
    if (beside > METADATA_BYTES) throw refused();
    at += 8 + length + (length % 2);
  }
}

function refused(): PictureError {
  return new PictureError('image_unreadable');
}
