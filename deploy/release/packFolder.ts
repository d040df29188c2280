import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PackedFolder } from '../../src/service/db/unpackFolder.ts';

/** Packs a folder for `unpackFolder`. */
export async function packFolder(folder: string, file: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const nameOf = ({ parentPath, name }: (typeof entries)[number]) => relative(folder, join(parentPath, name));
  const folders = entries.filter((entry) => entry.isDirectory()).map(nameOf);
  const names = entries.filter((entry) => entry.isFile()).map(nameOf);
  const contents = await Promise.all(names.sort().map((name) => readFile(join(folder, name))));
  const head: PackedFolder = {
    folders: folders.sort(),
    files: names.map((name, index) => [name, contents[index]!.length]),
  };
  await writeFile(file, gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...contents])));
}
