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

/** ITU-T T.81, annex B: segments, and after each start of scan its coded data up to the next marker. */
function lookOverJpeg(bytes: Buffer): void {
  let [scans, beside, segments] = [0, 0, 0];
  for (let at = 2; at + 4 <= bytes.length; segments++) {
    if (segments > MOST_CHUNKS) throw refused();
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1]!;
    if (marker === 0xd9) return;
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) throw refused();
    if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) beside += length;
    if (marker === 0xda) scans++;
    if (scans > MOST_SCANS || beside > METADATA_BYTES) throw refused();
    at += 2 + length;
    if (marker === 0xda) at = endOfScan(bytes, at);
  }
}

/** Coded data ends at a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
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
    if (/^[a-z]/.test(kind)) beside += length + unpackedBytes(kind, data);
    if (beside > METADATA_BYTES) throw refused();
    at += 12 + length;
  }
}

/** How much a chunk unpacks into; none where it is not packed, or not by zlib. */
function unpackedBytes(kind: string, data: Buffer): number {
  if (!['zTXt', 'iCCP', 'iTXt'].includes(kind)) return 0;
  const start = data.indexOf(0x78, data.indexOf(0));
  if (start === -1) return 0;
  try {
    return inflateSync(data.subarray(start), { maxOutputLength: METADATA_BYTES }).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw refused();
    return 0;
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
