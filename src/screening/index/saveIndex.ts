import { open, rename, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { ScreeningIndex } from './screeningIndex.ts';

/** First bytes of a saved index; the number changes with the columns or what is in them. */
export const savedIndexMagic = 'IDVAML04';

/**
 * Writes an index as it lies in memory: magic, length of the header, header as JSON padded to 8 bytes,
 * columns. The file appears under its name when it is whole.
 * @param contents hash of the list files it was made of
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
    await file.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

const chunk = 1 << 26;
