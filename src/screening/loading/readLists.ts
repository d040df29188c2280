import { dirname } from 'node:path';
import type { DatasetList, DatasetSummary } from '../index/screeningIndex.ts';
import { ListError } from '../lists/ListError.ts';
import type { Listed } from '../lists/listed.ts';
import type { ListChange } from '../lists/reader.ts';
import { baseOf, type FoundList, type FoundLists } from './discoverLists.ts';

/** How far the reading has come. */
export interface ReadProgress {
  file: string;
  entities: number;
}

export interface ReadOptions {
  /** Called now and then with the number of entities read so far. */
  onProgress?: (progress: ReadProgress) => void;
  /** One line per file and per damaged row. */
  log?: (message: string) => void;
}

/** What takes in the entities of lists: a collection replaces and withdraws what it said itself. */
export interface ListTarget {
  put: (entity: Listed, collection: string) => void;
  drop: (id: string, collection: string) => void;
}

/** What was read, besides the entities themselves. */
export interface ReadSummary extends DatasetSummary {
  damagedRows: number;
}

/**
 * Streams every entity of the lists, and what delta files withdraw.
 * @throws ListError if a file is damaged or names nobody
 */
export async function readLists(
  found: FoundLists,
  to: ListTarget,
  options: ReadOptions = {},
): Promise<ReadSummary> {
  const log = options.log ?? (() => {});
  const files: ReadFile[] = [];
  let entities = 0;
  for (const list of found.lists) {
    const collection = collectionOf(list, found.lists);
    const onChange = (change: ListChange) => {
      if ('put' in change) to.put(change.put, collection);
      else to.drop(change.drop, collection);
      entities += 1;
      if (entities % 10_000 === 0) options.onProgress?.({ file: list.file.path, entities });
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
    version: `${newest}-${found.contents.slice(0, 12)}`,
    publishedAt: published[0] ?? null,
    sources: listSources(files),
    damagedRows: files.reduce((sum, { damaged }) => sum + damaged, 0),
  };
}

/** Reads one file; one with more damaged rows than every tenth, or with no entity at all, is refused. */
async function readFile(
  found: FoundList,
  onChange: (change: ListChange) => void,
  log: (message: string) => void,
): Promise<ReadFile> {
  const { file, beside, reader, version } = found;
  const codes = new Set<string>();
  let publishedAt = publishedIn(version);
  let [damaged, leftOut, good] = [0, 0, 0];
  const context = {
    beside,
    onPublished: (at: Date) => {
      if (!Number.isNaN(at.getTime())) publishedAt ??= at;
    },
    onLeftOut: () => {
      leftOut += 1;
    },
    onDamaged: (line: number, why: string) => {
      damaged += 1;
      if (damaged <= 20) log(`${file.path}: row ${line} skipped: ${why}`);
    },
  };
  try {
    for await (const change of reader.read(file, context)) {
      good += 1;
      if ('put' in change) for (const code of change.put.lists) codes.add(code);
      onChange(change);
    }
  } catch (cause) {
    throw new ListError('list_damaged', `${file.path} is damaged: ${(cause as Error).message}`, { cause });
  }
  if (damaged > 5 && damaged * 10 > good + damaged)
    throw new ListError(
      'list_damaged',
      `${file.path} is damaged: ${damaged} of ${good + damaged} rows can't be read`,
    );
  if (good === 0 && !reader.isDelta?.(file))
    throw new ListError('list_empty', `${file.path} names nobody: ${damaged} damaged rows and no entity`);
  log(
    `${file.path}: ${good} entities, ${damaged} damaged rows, ${leftOut} vessels and other things left out`,
  );
  return { found, codes, publishedAt, damaged };
}

/** A delta that only takes away is one of the lists that were read before it. */
function codesBefore(files: readonly ReadFile[], { directory, reader }: FoundList): ReadonlySet<string> {
  const same = files.filter(({ found }) => found.directory === directory && found.reader === reader);
  return new Set(same.flatMap(({ codes }) => [...codes]));
}

/** The versions of OpenSanctions begin with the time they were made at. */
function publishedIn(version: string | null): Date | null {
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-/.exec(version ?? '');
  if (!digits) return null;
  const [, year, month, day, hour, minute, second] = digits;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/**
 * What tells the collections apart that list files belong to: a folder, whatever its version. A delta belongs to the
 * collection of its base, so that it withdraws nothing that another one says.
 */
function collectionOf(list: FoundList, found: readonly FoundList[]): string {
  const isDelta = list.reader.isDelta?.(list.file) === true;
  const { file } = (isDelta && baseOf(list, found)) || list;
  return dirname(file.path).replace(/[\\/]\d{14}-[a-z0-9]{3}(?=[\\/]|$)/g, '');
}

/** What reading one file told. */
interface ReadFile {
  found: FoundList;
  /** Codes of the lists that its entities name. */
  codes: ReadonlySet<string>;
  publishedAt: Date | null;
  damaged: number;
}

type Source = Omit<DatasetList, 'entities'>;

/** A file with more lists than this is one: a stamp on every screening has no room for hundreds. */
const maxLists = 40;

/** The lists that some files hold, by the codes that entities name them with. */
function listSources(files: readonly ReadFile[]): NonNullable<DatasetSummary['sources']> {
  const sources = new Map<string, Source>();
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

function sourceOf({ found, publishedAt, damaged }: ReadFile): Omit<Source, 'name'> {
  return {
    publishedAt: publishedAt?.toISOString() ?? null,
    fetchedAt: null,
    rejectedRows: damaged,
    files: [found.file.sha256],
    directories: [found.directory],
  };
}

/** Two files of one list, a base and its delta: as new as the newer one. */
function merged(before: Source, next: Source): Source {
  const dates = [before.publishedAt, next.publishedAt].filter((date) => date !== null).sort();
  return {
    ...before,
    publishedAt: dates.at(-1) ?? null,
    rejectedRows: before.rejectedRows + next.rejectedRows,
    files: [...new Set([...before.files, ...next.files])],
    directories: [...new Set([...before.directories, ...next.directories])],
  };
}

function oneForEachName(sources: ReadonlyMap<string, Source>): Map<string, Source> {
  const byName = new Map<string, Source>();
  for (const source of sources.values()) {
    const before = byName.get(source.name);
    byName.set(
      source.name,
      before && before !== source
        ? { ...merged(before, source), rejectedRows: Math.max(before.rejectedRows, source.rejectedRows) }
        : source,
    );
  }
  return new Map([...sources].map(([code, { name }]) => [code, byName.get(name)!]));
}
