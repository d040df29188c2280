import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { ListError, type ListProblemCode } from '../lists/ListError.ts';
import { type LastGood, lastGood } from '../lists/lastGood.ts';
import { listFile } from '../lists/listFile.ts';
import { loadLists } from '../loading/loadLists.ts';
import { makeDirectory } from '../makeDirectory.ts';
import { downloadFile, type Validators } from './downloadFile.ts';
import { type ListAddress, listAddress } from './listAddress.ts';

/** A list that loses more than half of itself overnight is more likely broken than shorter. */
const MIN_SHARE = 0.5;

export interface UpdateOptions {
  log?: (message: string) => void;
  /** Called while a file comes in with the number of its bytes so far. */
  onProgress?: (progress: { url: string; bytes: number }) => void;
  signal?: AbortSignal;
  clock?: () => Date;
}

export interface UpdatedLists extends KeptLists {
  /** Whether any file is new. */
  changed: boolean;
  /** Why lists were not updated. */
  failures: UpdateFailure[];
}

export interface UpdateFailure {
  code: ListProblemCode;
  /** The addresses of the list, which comes in one file or in several. */
  addresses: string[];
  /** A sentence. */
  reason: string;
}

/**
 * Downloads lists into folders below a directory: asks whether they changed, reads the new files through, compares
 * their size and their number of entities with the last good ones, and only then puts them in their place. A list that
 * can't be had or is refused keeps its last good files.
 * @param addresses https, or http to this machine
 * @throws {ListError} `directory_unwritable` if nothing can be kept in the directory
 */
export async function updateLists(
  addresses: readonly string[],
  directory: string,
  options: UpdateOptions = {},
): Promise<UpdatedLists> {
  const groups = groupLists(addresses);
  const failures: UpdateFailure[] = [];
  let changed = false;
  await writing(directory, async () => makeDirectory(directory, 0o755));
  for (const [folder, files] of groups) {
    failures.push(...closedFailures(files, options));
    try {
      if (await updateFolder(join(directory, folder), files, directory, options)) changed = true;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof ListError) || error.code === 'directory_unwritable') throw error;
      const { code, message: reason } = error;
      failures.push({ code, addresses: files.map(({ url }) => url.href), reason });
      options.log?.(`${files[0]!.url.host}: not updated: ${reason}`);
    }
  }
  return { ...(await keptLists(addresses, directory)), changed, failures };
}

/** A list that its publisher has closed is kept, and never passed over in silence. */
function closedFailures(files: readonly ListAddress[], { log }: UpdateOptions): UpdateFailure[] {
  return files.flatMap(({ url }) => {
    const reason = closedList(url);
    if (!reason) return [];
    log?.(`${url.host}: ${reason}`);
    return [{ code: 'list_closed', addresses: [url.href], reason }];
  });
}

/** @returns whether a file changed */
async function updateFolder(
  place: string,
  files: ListAddress[],
  directory: string,
  options: UpdateOptions,
): Promise<boolean> {
  const staging = await writing(directory, () => mkdtemp(`${directory}-next-`));
  try {
    const { news, same } = await downloadAll(place, staging, files, options);
    if (news.size > 0) {
      const entities = await countEntities(staging, options);
      await compare(place, entities);
      await writing(place, () => promote(place, staging, news, entities));
    }
    for (const [file, good] of same) await writing(place, () => lastGood.write(join(place, file), good));
    return news.size > 0;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Tells a directory that takes nothing for what it is. */
async function writing<T>(directory: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ListError('directory_unwritable', `The directory ${directory} can't be written to (${code})`, {
      cause,
    });
  }
}

/** Brings all files of a folder together: the new ones, and those that did not change. */
async function downloadAll(
  place: string,
  staging: string,
  files: ListAddress[],
  { log, onProgress, signal = new AbortController().signal, clock = () => new Date() }: UpdateOptions,
): Promise<{ news: Map<string, LastGood>; same: Map<string, LastGood> }> {
  const [news, same] = [new Map<string, LastGood>(), new Map<string, LastGood>()];
  for (const { url, file } of files) {
    const [old, next] = [join(place, file), join(staging, file)];
    const last = await lastGoodOf(old);
    const onBytes = (bytes: number) => onProgress?.({ url: url.href, bytes });
    const sent = await downloadFile(url, next, { lastGood: last, onBytes, signal });
    const fetchedAt = clock().toISOString();
    if (!sent && last) {
      await copyWithTime(old, next);
      same.set(file, { ...last, fetchedAt });
      log?.(`${url.host} ${file}: not changed`);
      continue;
    }
    const good = { ...(await checked(url, next, sent!, last)), fetchedAt };
    (good.sha256 === last?.sha256 ? same : news).set(file, good);
    if (same.has(file)) log?.(`${url.host} ${file}: the same again`);
  }
  return { news, same };
}

async function lastGoodOf(path: string): Promise<LastGood | null> {
  const file = await listFile(path).catch(() => null);
  return file && (await lastGood.read(path, file.sha256));
}

async function copyWithTime(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await copyFile(from, to);
  await utimes(to, atime, mtime);
}

async function checked(
  url: URL,
  path: string,
  { etag, lastModified, bytes }: Validators,
  last: LastGood | null,
): Promise<Omit<LastGood, 'fetchedAt'>> {
  if (bytes === 0) throw new ListError('list_empty', `${url.host} sent an empty file`);
  if (last && bytes < last.bytes * MIN_SHARE)
    throw new ListError('list_shrunk', `${url.host} sent ${bytes} bytes, after ${last.bytes} the last time`);
  const { sha256 } = await listFile(path);
  return { url: url.href, etag, lastModified, bytes, sha256 };
}

/** Reads the files through: a damaged one is refused here. */
async function countEntities(staging: string, { log }: UpdateOptions): Promise<number> {
  const index = await loadLists([staging], log ? { log } : {});
  return index.columns.entityFlags.length;
}

async function compare(place: string, entities: number): Promise<void> {
  const before = Number(await readFile(join(place, COUNT), 'utf8').catch(() => '0'));
  if (entities < before * MIN_SHARE)
    throw new ListError('list_shrunk', `The list names ${entities} entities, after ${before} the last time`);
}

const COUNT = '.entities';

async function promote(
  place: string,
  staging: string,
  news: Map<string, LastGood>,
  entities: number,
): Promise<void> {
  await mkdir(place, { recursive: true });
  for (const [file, good] of news) {
    await rename(join(staging, file), join(place, file));
    await lastGood.write(join(place, file), good);
  }
  await writeFile(join(place, COUNT), String(entities));
}

/** Addresses that may still answer, of lists that nobody keeps any more: what comes from there is out of date for good. */
const closed: { address: RegExp; reason: string }[] = [
  {
    address: /^https:\/\/ofsistorage\.blob\.core\.windows\.net\/publishlive\/.*ConList/i,
    reason:
      'the OFSI consolidated list was closed on 28 January 2026; its successor is https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
  },
];

/** Why a list from an address is out of date for good; `null` if it isn't. */
export function closedList(address: URL): string | null {
  return closed.find((list) => list.address.test(address.href))?.reason ?? null;
}

/**
 * Addresses by the folder that their files are kept in.
 * @throws ListError if one is neither https nor http to this machine
 */
function groupLists(addresses: readonly string[]): Map<string, ListAddress[]> {
  const groups = new Map<string, ListAddress[]>();
  for (const text of addresses) {
    const address = listAddress(text);
    if (!address)
      throw new ListError(
        'list_unreachable',
        'A list is downloaded over https, or over http from this machine',
      );
    groups.set(address.folder, [...(groups.get(address.folder) ?? []), address]);
  }
  return groups;
}

/** What `updateLists` downloaded so far. */
interface KeptLists {
  /** The folders with good lists. */
  directories: string[];
  /** The addresses that no good file came from yet. */
  missing: string[];
  /** When each file, by its SHA-256, was last known to be what its publisher offers; RFC 3339. */
  fetchedAt: ReadonlyMap<string, string>;
}

/** Finds the good lists that were downloaded from some addresses into a directory. */
export async function keptLists(addresses: readonly string[], directory: string): Promise<KeptLists> {
  const fetchedAt = new Map<string, string>();
  const kept: KeptLists = { directories: [], missing: [], fetchedAt };
  for (const [folder, files] of groupLists(addresses)) {
    const place = join(directory, folder);
    const names = await readdir(place).catch((): string[] => []);
    const missing = files.filter(({ file }) => !names.includes(file));
    for (const { file } of files) {
      const good = await lastGood.peek(join(place, file));
      if (good?.fetchedAt) fetchedAt.set(good.sha256, good.fetchedAt);
    }
    if (missing.length === 0) kept.directories.push(place);
    else kept.missing.push(...missing.map(({ url }) => url.href));
  }
  return kept;
}
