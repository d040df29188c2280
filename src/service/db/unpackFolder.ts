import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/**
 * The header of a packed folder, one line of JSON: the names of its folders, outer ones first, and the names of its
 * files with their sizes in bytes. The contents of the files follow in that order. The whole file is compressed by
 * gzip.
 */
export interface PackedFolder {
  folders: string[];
  files: [name: string, bytes: number][];
}

/** Extracts a packed folder, completely or not at all. */
export async function unpackFolder(file: string, to: string): Promise<void> {
  const bytes = await promisify(gunzip)(await readFile(file));
  const start = bytes.indexOf('\n') + 1;
  const { folders, files } = JSON.parse(bytes.subarray(0, start).toString('utf8')) as PackedFolder;
  const draft = `${to}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  for (const folder of folders) await mkdir(join(draft, folder), { mode: 0o700 });
  let at = start;
  for (const [name, size] of files) {
    await writeFile(join(draft, name), bytes.subarray(at, at + size), { mode: 0o600 });
    at += size;
  }
  await rename(draft, to);
}
