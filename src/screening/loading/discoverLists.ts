import { createHash } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { australianSanctions } from '../lists/australianSanctions.ts';
import { canadianSanctions } from '../lists/canadianSanctions.ts';
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
import { swissSanctions } from '../lists/swissSanctions.ts';
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
  swissSanctions,
  canadianSanctions,
  australianSanctions,
  openSanctions,
  followTheMoney,
  ownList,
];

/** The list files in some directories, in reading order, and a hash of their contents. */
export interface FoundLists {
  lists: FoundList[];
  contents: string;
}

/** Receives the problem of a directory or a file; the others are read all the same. */
type OnProblem = (problem: ListError) => void;

/** Ends the search with the first problem. */
const refuseAll: OnProblem = (problem) => {
  throw problem;
};

/**
 * Finds lists in directories, recursively. Deltas come last, by version.
 * @param onProblem receives the problem of a directory or a file, and the search goes on; by default it ends
 * @throws ListError if a directory cannot be read, it contains no list, or no reader knows a file
 */
export async function discoverLists(
  directories: readonly string[],
  log: (message: string) => void,
  onProblem: OnProblem = refuseAll,
): Promise<FoundLists> {
  const discovered: FoundList[] = [];
  const unknown: string[] = [];
  for (const directory of directories) {
    const before = discovered.length;
    let hasProblem = false;
    const note = (problem: ListError) => {
      hasProblem = true;
      onProblem(problem);
    };
    const paths = await listPaths(directory, [], note);
    const read = await Promise.all(paths.filter((path) => !isManifest(path)).map(readOrProblem));
    const files = read.filter((file): file is ListFile => !(file instanceof ListError));
    for (const problem of read) if (problem instanceof ListError) note(problem);
    const fetched = await fetchedAt(paths, files, note);
    for (const file of files) {
      const reader = readers.find((candidate) => candidate.reads(file));
      const beside = files.filter((other) => dirname(other.path) === dirname(file.path));
      if (reader) {
        const sides = beside.filter((other) => other !== file && reader.belongs?.(other, beside));
        const at = [file, ...sides].map(({ path }) => fetched.get(path) ?? '').sort()[0] || null;
        const version = listVersion(file, beside);
        discovered.push({
          file,
          origin: file.path,
          beside,
          sides,
          reader,
          directory,
          version,
          fetchedAt: at,
        });
        log(`${file.path}: ${reader.kind}, ${file.bytes} bytes`);
      } else if (readers.some((candidate) => candidate.belongs?.(file, beside))) {
        log(`${file.path}: belongs to a list beside it`);
      } else if (!document.test(basename(file.path))) unknown.push(file.path);
    }
    // A configured directory without a list is an error: a missing list would clear everyone on it.
    if (discovered.length === before && unknown.length === 0 && !hasProblem)
      onProblem(
        new ListError('list_missing', `No list found in ${directory}`, { file: { path: directory } }),
      );
  }
  for (const path of unknown)
    onProblem(
      new ListError('list_unrecognised', `${path}: not a list in a supported format`, { file: { path } }),
    );
  const lists = discovered.filter((one) => !isPast(one, discovered, log));
  return foundLists(lists);
}

/** Some of the discovered lists, in reading order. */
export function foundLists(lists: readonly FoundList[]): FoundLists {
  const inReadingOrder = [...lists].sort(inOrder);
  return { lists: inReadingOrder, contents: contentsOf(inReadingOrder) };
}

/**
 * Time at which each downloaded file was last confirmed to be the publisher's current version, from the manifests in
 * the same directories. A file that is missing, or is not the file that was downloaded, is a problem.
 */
async function fetchedAt(
  paths: readonly string[],
  files: readonly ListFile[],
  onProblem: OnProblem,
): Promise<Map<string, string>> {
  const times = new Map<string, string>();
  for (const directory of paths.filter(isManifest).map((path) => dirname(path))) {
    const manifest = await manifestOf(directory, onProblem);
    for (const { address, why } of manifest?.missing ?? []) {
      const detail = `${address} was asked for and has never given a good file (${why}). Run aml update again, or remove it from the manifest in ${directory}`;
      onProblem(new ListError('list_missing', detail, { file: { path: address } }));
    }
    for (const [name, described] of Object.entries(manifest?.files ?? {})) {
      const path = join(directory, name);
      const file = files.find((one) => one.path === path);
      const lists = Object.keys(manifest?.lists ?? {});
      if (!file)
        onProblem(
          new ListError('list_missing', `The downloaded file ${path} is missing`, { file: { path }, lists }),
        );
      else if (file.sha256 !== described.sha256)
        onProblem(new ListError('list_damaged', `${path} differs from the downloaded file`, { file, lists }));
      else times.set(path, described.fetchedAt);
    }
  }
  return times;
}

async function manifestOf(directory: string, onProblem: OnProblem): ReturnType<typeof readManifest> {
  try {
    return await readManifest(directory);
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    onProblem(error);
    return null;
  }
}

/** Documentation files, which a directory of lists may contain. */
const document = /^(readme|license|licence|notice|copying)(\.\w+)?$|\.md$/i;

async function readOrProblem(path: string): Promise<ListFile | ListError> {
  try {
    return await listFile(path);
  } catch (cause) {
    return new ListError('directory_unreadable', `${path} can't be read`, { cause, file: { path } });
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

/** A hash of all files that an index depends on. */
function contentsOf(discovered: readonly FoundList[]): string {
  const all = createHash('sha256');
  const hashes = new Set(discovered.flatMap(filesOf).map(({ sha256 }) => sha256));
  for (const sha256 of [...hashes].sort()) all.update(sha256);
  return all.digest('hex');
}

/** The files that a list depends on: its own, its additional ones, and the publisher's index of a release. */
export function filesOf({ file, sides, beside }: FoundList): ListFile[] {
  const index = beside.filter((other) => basename(other.path) === 'index.json' && !sides.includes(other));
  return [file, ...sides, ...index];
}

/**
 * All files below a directory, in order; symbolic links are followed, and names that begin with a dot are skipped. The
 * path of a file yields that file.
 * @param onProblem receives each directory that is empty or cannot be read; by default the first one is thrown
 */
export async function listPaths(
  path: string,
  above: readonly string[] = [],
  onProblem: OnProblem = refuseAll,
): Promise<string[]> {
  try {
    const kind = await stat(path);
    if (!kind.isDirectory()) return kind.isFile() ? [path] : [];
    const real = await realpath(path);
    // A link to a directory above itself.
    if (above.includes(real)) return [];
    const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
    if (names.length === 0 && above.length > 0 && basename(path) !== 'lost+found')
      onProblem(new ListError('list_missing', `The directory ${path} is empty`, { file: { path } }));
    const below = names.map((name) => listPaths(join(path, name), [...above, real], onProblem));
    return (await Promise.all(below)).flat();
  } catch (cause) {
    if (cause instanceof ListError) throw cause;
    const detail = `Cannot read the list directory ${path}`;
    onProblem(new ListError('directory_unreadable', detail, { cause, file: { path } }));
    return [];
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
  /** Its path in the configured directory: `file` may be a copy of it. */
  origin: string;
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
