import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type ColumnLayout, type Dataset, opened, type ScreeningIndex } from './screeningIndex.ts';

/**
 * Reads a file written by `saveIndex`. Returns null if there is no such file, if it is damaged, or if it was built from
 * other lists.
 * @param contents the expected hash of the list files; any if omitted
 */
export async function openIndex(path: string, contents?: string): Promise<ScreeningIndex | null> {
  // A file that cannot be read is made again from the lists.
  const file = await open(path).catch(() => null);
  if (!file) return null;
  try {
    const header = await headerOf(file);
    if (!header || (contents !== undefined && header.contents !== contents)) return null;
    const buffer = new SharedArrayBuffer(header.bytes);
    const columns = new Uint8Array(buffer);
    await fill(file, columns, header.at);
    return crc32(columns) === header.crc32 ? opened(header.dataset, header.layout, buffer) : null;
  } finally {
    await file.close();
  }
}

interface Header {
  contents: string;
  dataset: Dataset;
  layout: ColumnLayout[];
  bytes: number;
  crc32: number;
}

async function headerOf(file: FileHandle): Promise<(Header & { at: number }) | null> {
  const start = Buffer.alloc(16);
  await file.read(start, 0, 16, 0);
  if (start.subarray(0, 8).toString('latin1') !== savedIndexMagic) return null;
  const length = start.readUInt32LE(8);
  const { size } = await file.stat();
  const text = Buffer.alloc(Math.min(length, size));
  await file.read(text, 0, text.length, 16);
  try {
    const header = JSON.parse(text.toString()) as Header;
    return size === 16 + length + header.bytes ? { ...header, at: 16 + length } : null;
  } catch {
    // The header is damaged.
    return null;
  }
}

async function fill(file: FileHandle, columns: Uint8Array, from: number): Promise<void> {
  let at = 0;
  while (at < columns.length) {
    const { bytesRead } = await file.read(columns, at, Math.min(1 << 26, columns.length - at), from + at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
}

/** First bytes of a saved index. The number changes with the columns or their content. */
const savedIndexMagic = 'IDVAML11';

/**
 * Writes an index in its memory layout: magic, length of the header, header as JSON padded to 8 bytes, columns. The
 * file appears under its name when it is complete.
 * @param contents hash of the list files that it was built from
 */
export async function saveIndex(index: ScreeningIndex, path: string, contents: string): Promise<void> {
  const { dataset, layout, buffer } = index;
  const columns = new Uint8Array(buffer);
  const header = JSON.stringify({ contents, dataset, layout, bytes: columns.length, crc32: crc32(columns) });
  const padded = Buffer.from(header.padEnd(Math.ceil(Buffer.byteLength(header) / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeUInt32LE(padded.length);
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w');
  try {
    for (const part of [Buffer.from(savedIndexMagic), length, padded]) await file.write(part);
    for (let at = 0; at < columns.length; at += chunk)
      await file.write(columns, at, Math.min(chunk, columns.length - at));
    await file.close();
    await rename(unfinished, path);
  } catch (error) {
    // Everything was read or has failed before.
    await file.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

const chunk = 1 << 26;
