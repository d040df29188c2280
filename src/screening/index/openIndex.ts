import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { savedIndexMagic } from './saveIndex.ts';
import { type ColumnLayout, type Dataset, opened, type ScreeningIndex } from './screeningIndex.ts';

/**
 * Reads what `saveIndex` wrote, or gives null if there is no such file, it is damaged, or it was made of
 * other lists.
 * @param contents hash of the list files that it must be made of; any if left out
 */
export async function openIndex(path: string, contents?: string): Promise<ScreeningIndex | null> {
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
