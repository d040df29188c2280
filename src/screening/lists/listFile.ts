import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The properties of a file on disk that one pass determines, whatever its format. */
export interface ListFile {
  path: string;
  bytes: number;
  modifiedAt: Date;
  sha256: string;
  encoding: 'utf-8' | 'windows-1252';
  /** The first 4,096 bytes as text, without a byte order mark, used to detect the format. */
  head: string;
  /** The last 64 bytes, one character for each, used to detect truncation. */
  tail: string;
  /** Whether the file contains a zero byte, as in UTF-16 and in binary files. */
  hasNul: boolean;
}

/**
 * Reads the whole file once and determines hash, encoding and head. Anything that isn't UTF-8 is treated as
 * windows-1252.
 */
export async function listFile(path: string): Promise<ListFile> {
  const { size, mtime } = await stat(path);
  const hash = createHash('sha256');
  const strict = new TextDecoder('utf-8', { fatal: true });
  let encoding: ListFile['encoding'] = 'utf-8';
  let first = Buffer.alloc(0);
  let last = Buffer.alloc(0);
  let hasNul = false;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    const bytes = chunk as Buffer;
    if (first.length === 0) first = Buffer.from(bytes.subarray(0, 4096));
    last = Buffer.concat([last, bytes.subarray(-64)]).subarray(-64);
    hasNul ||= bytes.includes(0);
    hash.update(bytes);
    if (encoding === 'utf-8' && !decodes(strict, bytes)) encoding = 'windows-1252';
  }
  if (encoding === 'utf-8' && !decodes(strict)) encoding = 'windows-1252';
  const head = new TextDecoder(encoding).decode(first);
  const tail = last.toString('latin1');
  const sha256 = hash.digest('hex');
  return { path, bytes: size, modifiedAt: mtime, sha256, encoding, head, tail, hasNul };
}

function decodes(strict: TextDecoder, bytes?: Buffer): boolean {
  try {
    strict.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    // It throws for bytes that are not of this encoding.
    return false;
  }
}
