import type { DatasetSummary } from '../index/datasetSummary.ts';
import { ListError } from '../lists/listError.ts';
import type { Listed } from '../lists/listed.ts';
import type { ListChange } from '../lists/reader.ts';
import { collectionOf } from './collectionOf.ts';
import type { FoundLists } from './discoverLists.ts';
import type { FoundList } from './foundList.ts';
import { listSources, type ReadFile } from './listSources.ts';

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
