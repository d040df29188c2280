import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { DatasetSummary, ListSource } from '../index/screeningIndex.ts';
import { isMojibake, unreadableName } from '../lists/cellValues.ts';
import { ListError } from '../lists/ListError.ts';
import type { Listed } from '../lists/listed.ts';
import type { ListChange } from '../lists/reader.ts';
import { baseOf, type FoundList, type FoundLists } from './discoverLists.ts';

/** The progress of reading. */
export interface ReadProgress {
  file: string;
  entities: number;
}

export interface ReadOptions {
  /** Called at intervals with the number of entities read so far. */
  onProgress?: (progress: ReadProgress) => void;
  /** Receives one line per file and per damaged row. */
  log?: (message: string) => void;
}

/** Receives the entities read from lists. A collection replaces and withdraws only its own entries. */
export interface ListTarget {
  /**
   * @returns the row, from 0, of the entity that the same collection put for this id before; `null` if there is none
   */
  put: (entity: Listed, collection: string) => number | null;
  drop: (id: string, collection: string) => void;
}

/** The results of reading, except for the entities. */
export type ReadSummary = DatasetSummary;

/**
 * Streams every entity of the lists, and the withdrawals of delta files.
 * @throws ListError if a file is damaged or contains no entity
 */
export async function readLists(
  discovered: FoundLists,
  to: ListTarget,
  options: ReadOptions = {},
): Promise<ReadSummary> {
  const log = options.log ?? (() => {});
  const files: ReadFile[] = [];
  let [entities, puts] = [0, 0];
  for (const list of discovered.lists) {
    const collection = collectionOf(list, discovered.lists);
    const first = puts;
    const onChange = (change: ListChange) => {
      entities += 1;
      if (entities % 10_000 === 0) options.onProgress?.({ file: list.file.path, entities });
      if ('drop' in change) return void to.drop(change.drop, collection);
      const before = to.put(change.put, collection);
      puts += 1;
      return before !== null && before >= first ? 'again' : undefined;
    };
    const read = await readFile(list, onChange, log);
    files.push(read.codes.size > 0 ? read : { ...read, codes: codesBefore(files, list) });
    options.onProgress?.({ file: list.file.path, entities });
  }
  const published = files
    .flatMap(({ publishedAt }) => (publishedAt ? [publishedAt.toISOString()] : []))
    .sort();
  const newest = published.at(-1)?.slice(0, 10) ?? 'undated';
  return {
    version: `${newest}-${discovered.contents.slice(0, 12)}`,
    publishedAt: published[0] ?? null,
    sources: listSources(files),
  };
}

/**
 * Reads one file. A single unreadable row is enough to refuse it: otherwise the person in that row would be cleared.
 */
async function readFile(
  list: FoundList,
  onChange: (change: ListChange) => 'again' | undefined,
  log: (message: string) => void,
): Promise<ReadFile> {
  const { file, beside, reader, version } = list;
  const codes = new Set<string>();
  let publishedAt = publishedIn(version);
  let [leftOut, valid] = [0, 0];
  const damaged: string[] = [];
  const odd: string[] = [];
  const names = { foreign: 0, mojibake: 0 };
  const unknown = new Map<string, number>();
  const context = {
    beside,
    onPublished: (at: Date) => {
      if (!Number.isNaN(at.getTime())) publishedAt ??= at;
    },
    onLeftOut: () => {
      leftOut += 1;
    },
    onDamaged: (line: number, why: string) => void damaged.push(line > 0 ? `row ${line}: ${why}` : why),
    onOdd: (line: number, why: string) => void odd.push(line > 0 ? `row ${line}: ${why}` : why),
    onUnknown: (what: string) => void unknown.set(what, (unknown.get(what) ?? 0) + 1),
    log,
  };
  try {
    if (file.hasNul && !reader.isBinary)
      throw new Error('the file contains NUL bytes: it is binary, or encoded as UTF-16');
    for await (const change of reader.read(file, context)) {
      valid += 1;
      if ('put' in change) {
        for (const code of change.put.lists) codes.add(code);
        const problem = wrongNames(change.put, names);
        if (problem) (reader.isAggregate ? odd : damaged).push(`${change.put.id}: ${problem}`);
      }
      if (onChange(change) === 'again') damaged.push(`duplicate id ${idOf(change)}`);
    }
  } catch (cause) {
    // A truncated file often also has rows without counterpart. The truncation is the cause, so it is reported first.
    throw refused(list, reasons([...damaged, (cause as Error).message]), cause);
  }
  if (valid === 0 && damaged.length > 0)
    throw new ListError('list_empty', `${file.path} has no entries: ${reasons(damaged)}`, { file });
  if (damaged.length > 0) throw refused(list, reasons(damaged));
  if (odd.length > valid * ODD) throw refused(list, reasons(odd));
  if (names.mojibake > names.foreign * MOJIBAKE)
    throw refused(list, `${names.mojibake} names are in the wrong encoding, such as Ã© for é`);
  if (valid === 0 && !reader.isDelta?.(file))
    throw new ListError('list_empty', `${file.path} has no entries`, { file });
  log(`${file.path}: ${valid} entities, ${leftOut} other entries (such as vessels) skipped`);
  const unknownParts = [...unknown].map(([what, count]) => `${what} (${count})`).sort();
  if (unknownParts.length > 0) log(`${file.path}: read without unknown parts: ${unknownParts.join(', ')}`);
  return { found: list, codes, publishedAt, leftOut, unknownParts };
}

/**
 * Maximum share of entries that contradict themselves, and maximum share of names with non-ASCII letters that look
 * wrongly decoded.
 */
const ODD = 0.01;
const MOJIBAKE = 0.1;

function refused({ file, reader }: FoundList, why: string, cause?: unknown): ListError {
  const lists = reader.codes?.(file) ?? [];
  return new ListError('list_damaged', `${file.path} is damaged: ${why}`, { file, lists, cause });
}

/** The first three reasons. */
function reasons(all: readonly string[]): string {
  const remainder = all.length > 3 ? `, and ${all.length - 3} more` : '';
  return `${all.slice(0, 3).join('; ')}${remainder}`;
}

function idOf(change: ListChange): string {
  return 'put' in change ? change.put.id : change.drop;
}

/**
 * Why the names of an entry could not be found by a search; `null` if they can. Counts names that look wrongly decoded.
 */
function wrongNames({ names, topics }: Listed, counts: { foreign: number; mojibake: number }): string | null {
  if (topics.length > 0 && !names.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) return 'it has no name';
  for (const { text } of names) {
    const problem = unreadableName(text);
    if (problem) return problem;
    if (/[^\0-\x7f]/.test(text)) counts.foreign += 1;
    if (isMojibake(text)) counts.mojibake += 1;
  }
  return null;
}

/**
 * The lists that were read earlier from the same directory in the same format: a delta that only withdraws entities
 * belongs to them.
 */
function codesBefore(files: readonly ReadFile[], { directory, reader }: FoundList): ReadonlySet<string> {
  const siblings = files.filter(({ found }) => found.directory === directory && found.reader === reader);
  return new Set(siblings.flatMap(({ codes }) => [...codes]));
}

/** The time at which a release of OpenSanctions was made: its version begins with it. */
function publishedIn(version: string | null): Date | null {
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-/.exec(version ?? '');
  if (!digits) return null;
  const [, year, month, day, hour, minute, second] = digits;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/**
 * The collection of a list file: its folder, without the version. A delta belongs to the collection of its base, so
 * that it cannot withdraw entries of another collection.
 */
function collectionOf(list: FoundList, discovered: readonly FoundList[]): string {
  const isDelta = list.reader.isDelta?.(list.file) === true;
  const { origin } = (isDelta && baseOf(list, discovered)) || list;
  return dirname(origin).replace(/[\\/]\d{14}-[a-z0-9]{3}(?=[\\/]|$)/g, '');
}

/** The result of reading one file. */
interface ReadFile {
  found: FoundList;
  /** Codes of the lists in its entities. */
  codes: ReadonlySet<string>;
  publishedAt: Date | null;
  /** Number of vessels and other things that are not loaded. */
  leftOut: number;
  unknownParts: string[];
}

/** A file with more lists than this counts as one list: the stamp on a screening has no room for hundreds. */
const maxLists = 40;

/** The lists in some files, by the codes in the entities. */
function listSources(files: readonly ReadFile[]): NonNullable<DatasetSummary['sources']> {
  const sources = new Map<string, ListSource>();
  for (const file of files) {
    const isCollection = file.codes.size > maxLists;
    const source = sourceOf(file);
    for (const code of file.codes) {
      const before = sources.get(code);
      const name = isCollection ? (before?.name ?? 'opensanctions') : code;
      sources.set(code, before ? merged(before, { ...source, name }) : { ...source, name });
    }
  }
  return oneForEachName(sources);
}

function sourceOf({ found, publishedAt, leftOut, unknownParts }: ReadFile): Omit<ListSource, 'name'> {
  return {
    version: '',
    publishedAt: publishedAt?.toISOString() ?? null,
    fetchedAt: null,
    rejectedRows: 0,
    leftOut,
    isGrouped: found.reader.isGrouped ?? false,
    files: [found.file, ...found.sides].map(({ sha256 }) => sha256),
    directories: [found.directory],
    paths: [found.origin],
    unknownParts,
  };
}

const MAX_UNKNOWN = 20;

/** Merges two files of one list, a base and its delta. The publication date is that of the newer one. */
function merged(before: ListSource, next: ListSource): ListSource {
  const dates = [before.publishedAt, next.publishedAt].filter((date) => date !== null).sort();
  return {
    ...before,
    publishedAt: dates.at(-1) ?? null,
    rejectedRows: before.rejectedRows + next.rejectedRows,
    leftOut: before.leftOut + next.leftOut,
    files: [...new Set([...before.files, ...next.files])],
    directories: [...new Set([...before.directories, ...next.directories])],
    paths: [...new Set([...before.paths, ...next.paths])],
    unknownParts: [...new Set([...before.unknownParts, ...next.unknownParts])].slice(0, MAX_UNKNOWN),
  };
}

function oneForEachName(sources: ReadonlyMap<string, ListSource>): Map<string, ListSource> {
  const byName = new Map<string, ListSource>();
  for (const source of sources.values()) {
    const before = byName.get(source.name);
    byName.set(
      source.name,
      before && before !== source
        ? { ...merged(before, source), leftOut: Math.max(before.leftOut, source.leftOut) }
        : source,
    );
  }
  return new Map(
    [...sources].map(([code, { name }]) => {
      const source = byName.get(name)!;
      return [code, { ...source, version: versionOf(source) }];
    }),
  );
}

/** The version of a list, such as `2026-05-03-1a2b3c4d5e6f`. The same files always give the same version. */
function versionOf({ publishedAt, files }: ListSource): string {
  const hash = createHash('sha256');
  for (const sha256 of [...files].sort()) hash.update(sha256);
  return `${publishedAt?.slice(0, 10) ?? 'undated'}-${hash.digest('hex').slice(0, 12)}`;
}
