import { createHash } from 'node:crypto';
import {
  constants,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { listFile } from '../lists/listFile.ts';
import { makeDirectory } from '../makeDirectory.ts';
import { discoverLists, type FoundList } from './discoverLists.ts';

const FORMAT = 'idv-verify kept list 1';
const RECORD = 'kept.json';

/** A list file with its additional files and deltas: the smallest part of the lists that is accepted or refused. */
export interface ListUnit {
  /** The path of its main file in the configured directories. */
  base: string;
  /** The codes of its lists; empty if unknown. */
  lists: readonly string[];
  files: readonly UnitFile[];
}

interface UnitFile {
  path: string;
  /** The configured directory that contains it. */
  directory: string;
  sha256: string;
  /** When the publisher last confirmed it, RFC 3339; `null` if it was not downloaded. */
  fetchedAt: string | null;
  modifiedAt: string;
}

/** The copy of a unit's last good files. */
export interface KeptUnit extends ListUnit {
  found: FoundList[];
}

interface KeptRecord extends ListUnit {
  format: typeof FORMAT;
}

/** A hash of the contents of some units: 12 hexadecimal digits. */
export function sumOf(units: readonly Pick<ListUnit, 'files'>[]): string {
  const sums = new Set(units.flatMap(({ files }) => files.map(({ sha256 }) => sha256)));
  return createHash('sha256')
    .update([...sums].sort().join())
    .digest('hex')
    .slice(0, 12);
}

/**
 * Copies the files of accepted units to a folder, and removes the copies of all others. A file that changed since it was
 * read is not copied.
 */
export async function keepLists(folder: string, units: readonly ListUnit[]): Promise<void> {
  makeDirectory(folder);
  const names = new Set<string>();
  for (const unit of units) {
    const name = `${keyOf(unit.base)}-${sumOf([unit])}`;
    const before = await recordOf(join(folder, name));
    const isKept = before !== null || (await copyUnit(folder, name, unit));
    // Without a copy of this version, the one before stays.
    const kept = isKept ? [name] : await versionsOf(folder, unit.base);
    for (const one of kept) names.add(one);
  }
  for (const name of await readdir(folder))
    if (!names.has(name)) await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * The copies of units whose main file lies in one of some directories. Damaged copies are skipped.
 * @param log receives a line for each damaged copy
 */
export async function readKept(
  folder: string,
  directories: readonly string[],
  log: (message: string) => void,
): Promise<Map<string, KeptUnit>> {
  const kept = new Map<string, KeptUnit>();
  // Before the first copy there is no folder.
  for (const name of (await readdir(folder).catch((): string[] => [])).sort()) {
    const record = await recordOf(join(folder, name));
    if (!record?.files.some(({ directory }) => directories.includes(directory))) continue;
    // Reported below.
    const found = await foundIn(join(folder, name), record).catch(() => null);
    if (found) kept.set(record.base, { ...record, found });
    else log(`${join(folder, name)}: the copy of ${record.base} is damaged`);
  }
  return kept;
}

async function foundIn(folder: string, { files }: ListUnit): Promise<FoundList[] | null> {
  const originals = new Map(files.map((file) => [join(folder, storedPath(file)), file]));
  const { lists } = await discoverLists([join(folder, 'files')], () => {});
  const all = [...new Set(lists.flatMap(({ file, beside }) => [file, ...beside]))];
  const isWhole = all.every(({ path, sha256 }) => originals.get(path)?.sha256 === sha256);
  if (!isWhole || all.length < originals.size) return null;
  return lists.map((list) => {
    const { path: origin, directory, fetchedAt } = originals.get(list.file.path)!;
    return { ...list, origin, directory, fetchedAt };
  });
}

async function copyUnit(folder: string, name: string, unit: ListUnit): Promise<boolean> {
  const part = join(folder, `.${name}.part`);
  await rm(part, { recursive: true, force: true });
  for (const file of unit.files) {
    const copy = join(part, storedPath(file));
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(file.path, copy, constants.COPYFILE_FICLONE);
    const modifiedAt = new Date(file.modifiedAt);
    await utimes(copy, modifiedAt, modifiedAt);
    if ((await listFile(copy)).sha256 === file.sha256) continue;
    await rm(part, { recursive: true, force: true });
    return false;
  }
  const record: KeptRecord = { format: FORMAT, base: unit.base, lists: unit.lists, files: unit.files };
  await writeFile(join(part, RECORD), `${JSON.stringify(record, null, 1)}\n`);
  await rm(join(folder, name), { recursive: true, force: true });
  await rename(part, join(folder, name));
  return true;
}

/** The path of a copy below the folder of its unit. The names of folders stay: they may name a version. */
function storedPath({ path, directory }: UnitFile): string {
  return join('files', keyOf(directory), relative(directory, path) || basename(path));
}

async function versionsOf(folder: string, base: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith(`${keyOf(base)}-`));
}

async function recordOf(folder: string): Promise<KeptRecord | null> {
  try {
    const record = JSON.parse(await readFile(join(folder, RECORD), 'utf8')) as KeptRecord;
    return record.format === FORMAT ? record : null;
  } catch {
    // An unfinished copy has no record.
    return null;
  }
}

function keyOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}
