import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { euSanctions } from '../lists/euSanctions.ts';
import { followTheMoney } from '../lists/followTheMoney.ts';
import { ListError } from '../lists/listError.ts';
import { type ListFile, listFile } from '../lists/listFile.ts';
import { ofac } from '../lists/ofac.ts';
import { ofacAdvancedXml } from '../lists/ofacAdvancedXml.ts';
import { ofacXml } from '../lists/ofacXml.ts';
import { openSanctions } from '../lists/openSanctions.ts';
import type { ListReader } from '../lists/reader.ts';
import { ukSanctions } from '../lists/ukSanctions.ts';
import { ukSanctionsList } from '../lists/ukSanctionsList.ts';
import { unSecurityCouncil } from '../lists/unSecurityCouncil.ts';
import { baseOf } from './baseOf.ts';
import type { FoundList } from './foundList.ts';
import { listPaths } from './listPaths.ts';
import { listVersion } from './listVersion.ts';

/** Where two formats of one list stand beside each other, the later one here says more and wins. */
const readers: ListReader[] = [
  ofac,
  ofacXml,
  ofacAdvancedXml,
  unSecurityCouncil,
  ukSanctions,
  ukSanctionsList,
  euSanctions,
  openSanctions,
  followTheMoney,
];

/** The list files in some directories, in the order to be read, and a hash of all that is in them. */
export interface FoundLists {
  lists: FoundList[];
  contents: string;
}

/**
 * Looks for lists in directories, recursively. Deltas come after all else, by version.
 * @throws ListError if a directory can't be read, there is no list at all, or a file is none that a reader knows
 */
export async function discoverLists(
  directories: string[],
  log: (message: string) => void,
): Promise<FoundLists> {
  const found: FoundList[] = [];
  const unknown: string[] = [];
  for (const directory of directories) {
    const files = await Promise.all((await listPaths(directory)).map(read));
    for (const file of files) {
      const reader = readers.find((candidate) => candidate.reads(file));
      const beside = files.filter((other) => dirname(other.path) === dirname(file.path));
      if (reader) {
        found.push({ file, beside, reader, directory, version: listVersion(file, beside) });
        log(`${file.path}: ${reader.kind}, ${file.bytes} bytes`);
      } else if (readers.some((candidate) => candidate.belongs?.(file, beside))) {
        log(`${file.path}: belongs to a list beside it`);
      } else if (!document.test(basename(file.path))) unknown.push(file.path);
    }
  }
  if (unknown.length > 0)
    throw new ListError('list_unrecognised', `${unknown.join(', ')}: not a list that is known here`);
  if (found.length === 0) throw new ListError('list_missing', `No list found in ${directories.join(', ')}`);
  const lists = found.sort(inOrder).filter((one) => !isPast(one, found, log));
  return { lists, contents: contentsOf(found) };
}

/** What may stand in a directory of lists for people to read. */
const document = /^(readme|license|licence|notice|copying)(\.\w+)?$|\.md$/i;

async function read(path: string): Promise<ListFile> {
  try {
    return await listFile(path);
  } catch (cause) {
    throw new ListError('directory_unreadable', `${path} can't be read`, { cause });
  }
}

function inOrder(a: FoundList, b: FoundList): number {
  return (
    Number(isDelta(a)) - Number(isDelta(b)) ||
    readers.indexOf(a.reader) - readers.indexOf(b.reader) ||
    (isDelta(a) ? compare(a.version ?? '', b.version ?? '') : 0) ||
    compare(a.file.path, b.file.path)
  );
}

function isDelta({ file, reader }: FoundList): boolean {
  return reader.isDelta?.(file) === true;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** A delta that leads to the version of its base, or to one before, is in the base already. */
function isPast(delta: FoundList, found: readonly FoundList[], log: (message: string) => void): boolean {
  if (!isDelta(delta) || delta.version === null) return false;
  const base = baseOf(delta, found);
  if (!base?.version || delta.version > base.version) return false;
  log(`${delta.file.path}: left out, its base is of version ${base.version}`);
  return true;
}

function contentsOf(found: FoundList[]): string {
  const all = createHash('sha256');
  const hashes = new Set(found.flatMap(({ file, beside }) => [file, ...beside].map(({ sha256 }) => sha256)));
  for (const sha256 of [...hashes].sort()) all.update(sha256);
  return all.digest('hex');
}
