import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { euSanctions } from './euSanctions.ts';
import { followTheMoney } from './followTheMoney.ts';
import { ListError } from './listError.ts';
import { type ListFile, listFile } from './listFile.ts';
import { ofac } from './ofac.ts';
import { openSanctions } from './openSanctions.ts';
import type { ListReader } from './reader.ts';
import { ukSanctions } from './ukSanctions.ts';
import { unSecurityCouncil } from './unSecurityCouncil.ts';

const readers: ListReader[] = [
  ofac,
  unSecurityCouncil,
  ukSanctions,
  euSanctions,
  openSanctions,
  followTheMoney,
];

/** The list files in some directories, and a hash of all that is in them. */
export interface FoundLists {
  lists: FoundList[];
  contents: string;
}

export interface FoundList {
  file: ListFile;
  beside: ListFile[];
  reader: ListReader;
}

/**
 * Looks for lists in directories, recursively. Files that aren't lists are left alone.
 * @throws ListError if a directory can't be read or there is no list at all
 */
export async function discoverLists(
  directories: string[],
  log: (message: string) => void,
): Promise<FoundLists> {
  const found: FoundList[] = [];
  for (const directory of directories) {
    const files = await Promise.all((await walk(directory)).map((path) => listFile(path)));
    for (const file of files) {
      const reader = readers.find((candidate) => candidate.reads(file));
      if (!reader) {
        if (/\.(csv|xml|jsonl?)$/i.test(file.path)) log(`${file.path}: no list of its own, left alone`);
        continue;
      }
      const beside = files.filter((other) => dirname(other.path) === dirname(file.path));
      found.push({ file, beside, reader });
      log(`${file.path}: ${reader.kind}, ${file.bytes} bytes`);
    }
  }
  if (found.length === 0) throw new ListError(`No list found in ${directories.join(', ')}`);
  return { lists: found, contents: contentsOf(found) };
}

async function walk(path: string): Promise<string[]> {
  const kind = await stat(path).catch((cause) => {
    throw new ListError(`Cannot read the list directory ${path}`, { cause });
  });
  if (kind.isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|[\\/])\./.test(relative(path, file)))
    .sort();
}

function contentsOf(found: FoundList[]): string {
  const all = createHash('sha256');
  const hashes = new Set(found.flatMap(({ file, beside }) => [file, ...beside].map(({ sha256 }) => sha256)));
  for (const sha256 of [...hashes].sort()) all.update(sha256);
  return all.digest('hex');
}
