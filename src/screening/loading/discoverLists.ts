import { createHash } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { euSanctions } from '../lists/euSanctions.ts';
import { euSanctionsXml } from '../lists/euSanctionsXml.ts';
import { followTheMoney } from '../lists/followTheMoney.ts';
import { ListError } from '../lists/ListError.ts';
import { type ListFile, listFile } from '../lists/listFile.ts';
import { isManifest, readManifest } from '../lists/manifest.ts';
import { ofac } from '../lists/ofac.ts';
import { ofacAdvancedXml } from '../lists/ofacAdvancedXml.ts';
import { ofacXml } from '../lists/ofacXml.ts';
import { openSanctions } from '../lists/openSanctions.ts';
import { ownList } from '../lists/ownList.ts';
import type { ListReader } from '../lists/reader.ts';
import { ukSanctions, ukSanctionsList } from '../lists/ukSanctions.ts';
import { ukSanctionsXml } from '../lists/ukSanctionsXml.ts';
import { unSecurityCouncil } from '../lists/unSecurityCouncil.ts';
import { usScreeningListCsv, usScreeningListJson } from '../lists/usScreeningList.ts';

/**
 * Readers in ascending order of detail. If a directory contains two formats of one list, both are read, and the
 * entities of the later reader replace those of the earlier one.
 */
const readers: ListReader[] = [
  usScreeningListCsv,
  usScreeningListJson,
  ofac,
  ofacXml,
  ofacAdvancedXml,
  unSecurityCouncil,
  ukSanctions,
  ukSanctionsList,
  ukSanctionsXml,
  euSanctions,
  euSanctionsXml,
  openSanctions,
  followTheMoney,
  ownList,
];

/** The list files in some directories, in reading order, and a hash of their contents. */
export interface FoundLists {
  lists: FoundList[];
  contents: string;
}

/**
 * Finds lists in directories, recursively. Deltas come last, by version.
 * @throws ListError if a directory cannot be read, it contains no list, or no reader knows a file
 */
export async function discoverLists(
  directories: string[],
  log: (message: string) => void,
): Promise<FoundLists> {
  const discovered: FoundList[] = [];
  const unknown: string[] = [];
  for (const directory of directories) {
    const before = discovered.length;
    const paths = await listPaths(directory);
    const files = await Promise.all(paths.filter((path) => !isManifest(path)).map(read));
    const fetched = await fetchedAt(paths, files);
    for (const file of files) {
      const reader = readers.find((candidate) => candidate.reads(file));
      const beside = files.filter((other) => dirname(other.path) === dirname(file.path));
      if (reader) {
        const sides = beside.filter((other) => other !== file && reader.belongs?.(other, beside));
        const at = [file, ...sides].map(({ path }) => fetched.get(path) ?? '').sort()[0] || null;
        const version = listVersion(file, beside);
        discovered.push({ file, beside, sides, reader, directory, version, fetchedAt: at });
        log(`${file.path}: ${reader.kind}, ${file.bytes} bytes`);
      } else if (readers.some((candidate) => candidate.belongs?.(file, beside))) {
        log(`${file.path}: belongs to a list beside it`);
      } else if (!document.test(basename(file.path))) unknown.push(file.path);
    }
    // A configured directory without a list is an error: a missing list would clear everyone on it.
    if (discovered.length === before && unknown.length === 0)
      throw new ListError('list_missing', `No list found in ${directory}`);
  }
  if (unknown.length > 0)
    throw new ListError('list_unrecognised', `${unknown.join(', ')}: not a list in a supported format`);
  const lists = discovered.sort(inOrder).filter((one) => !isPast(one, discovered, log));
  return { lists, contents: contentsOf(discovered) };
}

/**
 * Time at which each downloaded file was last confirmed to be the publisher's current version, from the manifests in
 * the same directories.
 * @throws {ListError} if a file is missing, or is not the file that was downloaded
 */
async function fetchedAt(paths: readonly string[], files: readonly ListFile[]): Promise<Map<string, string>> {
  const times = new Map<string, string>();
  for (const directory of paths.filter(isManifest).map((path) => dirname(path))) {
    const manifest = await readManifest(directory);
    for (const [name, described] of Object.entries(manifest?.files ?? {})) {
      const path = join(directory, name);
      const file = files.find((one) => one.path === path);
      const lists = Object.keys(manifest?.lists ?? {});
      if (!file)
        throw new ListError('list_missing', `The downloaded file ${path} is missing`, {
          file: { path },
          lists,
        });
      if (file.sha256 !== described.sha256)
        throw new ListError('list_damaged', `${path} differs from the downloaded file`, { file, lists });
      times.set(path, described.fetchedAt);
    }
  }
  return times;
}

/** Documentation files, which a directory of lists may contain. */
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

/** Whether a delta leads to the version of its base or to an earlier one: its changes are already in the base. */
function isPast(delta: FoundList, discovered: readonly FoundList[], log: (message: string) => void): boolean {
  if (!isDelta(delta) || delta.version === null) return false;
  const base = baseOf(delta, discovered);
  if (!base?.version || delta.version > base.version) return false;
  log(`${delta.file.path}: left out, its base is of version ${base.version}`);
  return true;
}

function contentsOf(discovered: FoundList[]): string {
  const all = createHash('sha256');
  const hashes = new Set(
    discovered.flatMap(({ file, beside }) => [file, ...beside].map(({ sha256 }) => sha256)),
  );
  for (const sha256 of [...hashes].sort()) all.update(sha256);
  return all.digest('hex');
}

/**
 * All files below a directory, in order; symbolic links are followed, and names that begin with a dot are skipped. The
 * path of a file yields that file.
 * @throws {ListError} if the directory or something in it cannot be read, or a directory in it is empty
 */
export async function listPaths(path: string, above: readonly string[] = []): Promise<string[]> {
  try {
    const kind = await stat(path);
    if (!kind.isDirectory()) return kind.isFile() ? [path] : [];
    const real = await realpath(path);
    // A link to a directory above itself.
    if (above.includes(real)) return [];
    const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
    if (names.length === 0 && above.length > 0 && basename(path) !== 'lost+found')
      throw new ListError('list_missing', `The directory ${path} is empty`);
    const below = await Promise.all(names.map((name) => listPaths(join(path, name), [...above, real])));
    return below.flat();
  } catch (cause) {
    if (cause instanceof ListError) throw cause;
    throw new ListError('directory_unreadable', `Cannot read the list directory ${path}`, { cause });
  }
}

/**
 * The version that OpenSanctions assigns to a release, such as `20240527134702-zbn`; versions sort by text. It comes
 * from the nearest folder with such a name, or from the `index.json` next to the file; null if there is neither.
 */
function listVersion(file: ListFile, beside: readonly ListFile[]): string | null {
  const [named] = [...file.path.matchAll(/(?<=[\\/])\d{14}-[a-z0-9]{3}(?=[\\/.])/g)].map(String).slice(-1);
  if (named) return named;
  const index = beside.find((other) => basename(other.path) === 'index.json');
  return /"version"\s*:\s*"(\d{14}-[a-z0-9]{3})"/.exec(index?.head ?? '')?.[1] ?? null;
}

/** The base list of a delta: the list of the same format in the nearest folder; null if there is none. */
export function baseOf(delta: FoundList, discovered: readonly FoundList[]): FoundList | null {
  const bases = discovered.filter((one) => one.reader === delta.reader && !one.reader.isDelta?.(one.file));
  const shared = new Map(bases.map((one) => [one, sharedParts(one.file.path, delta.file.path)]));
  return bases.sort((a, b) => shared.get(b)! - shared.get(a)!)[0] ?? null;
}

/** The number of folders that two paths have in common. */
function sharedParts(a: string, b: string): number {
  const [one, other] = [dirname(a), dirname(b)].map((path) => path.split(/[\\/]/)) as [string[], string[]];
  const end = one.findIndex((part, i) => part !== other[i]);
  return end === -1 ? one.length : end;
}

/** A file in a known format. */
export interface FoundList {
  file: ListFile;
  beside: ListFile[];
  reader: ListReader;
  /** The configured directory that contains it. */
  directory: string;
  /** Version of a base or a delta, such as `20240527134702-zbn`; null if unknown. */
  version: string | null;
  /** Additional files of the same list, such as aliases. */
  sides: ListFile[];
  /**
   * Time at which the file and its additional files were last confirmed to be the publisher's current version, RFC
   * 3339; `null` if they were not downloaded.
   */
  fetchedAt: string | null;
}
