import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ListError, type ListProblemCode } from '../lists/ListError.ts';
import { listFile } from '../lists/listFile.ts';
import {
  type DownloadedFile,
  type Manifest,
  noManifest,
  readManifest,
  writeManifest,
} from '../lists/manifest.ts';
import { type Consents, holdGone, holdList } from '../loading/holdLists.ts';
import { loadLists } from '../loading/loadLists.ts';
import { makeDirectory } from '../makeDirectory.ts';
import { type DownloadOptions, downloadFile, type Validators } from './downloadFile.ts';
import { type ListAddress, listAddress, secondAddress } from './listAddress.ts';

export interface UpdateOptions {
  log?: (message: string) => void;
  /** Called during a download with the number of bytes received so far. */
  onProgress?: (progress: { url: string; bytes: number }) => void;
  signal?: AbortSignal;
  /** How publishers can reach the operator: a mail address or a URL. */
  contact?: string | null;
  clock?: () => Date;
  /** Consents by a human: `ofac_sdn@2026-05-03-1a2b3c4d5e6f` for a version, or `ofac_sdn@gone`. */
  consents?: Consents;
}

export interface UpdatedLists extends DownloadedLists {
  /** Whether any file changed. */
  changed: boolean;
  /** The lists that were not updated, with reasons. */
  failures: UpdateFailure[];
}

export interface UpdateFailure {
  code: ListProblemCode;
  /** The addresses of the list. A list has one file or several. */
  addresses: string[];
  /** A sentence for the user. */
  reason: string;
  /** The folder of its last accepted files. */
  directory: string;
}

/**
 * Downloads lists into folders below a directory: asks whether they changed, validates the new files, and compares
 * their totals and publication dates with the accepted versions. Only then moves them to their folder, together with a
 * manifest. A list that is unreachable or refused keeps its last accepted files.
 * @param addresses https, or http to this machine
 * @throws {ListError} `directory_unwritable` if the directory is not writable
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
    failures.push(...closedFailures(files, join(directory, folder), options));
    try {
      if (await updateFolder(join(directory, folder), files, directory, options)) changed = true;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof ListError) || error.code === 'directory_unwritable') throw error;
      const { code, message: reason } = error;
      failures.push({
        code,
        addresses: files.map(({ url }) => url.href),
        reason,
        directory: join(directory, folder),
      });
      options.log?.(`${files[0]!.url.host}: not updated: ${reason}`);
    }
  }
  const downloaded = await downloadedLists(addresses, directory);
  await writing(directory, () => noteMissing(directory, addresses, { ...downloaded, failures }));
  return { ...downloaded, changed, failures };
}

/**
 * Writes into the directory which addresses have given no good file yet: whoever reads the directory must know that
 * these lists are missing.
 */
async function noteMissing(
  directory: string,
  addresses: readonly string[],
  { missing, failures }: Pick<UpdatedLists, 'missing' | 'failures'>,
): Promise<void> {
  // A damaged manifest is replaced.
  const before = (await readManifest(directory).catch(() => null))?.missing ?? [];
  const now = missing.map((address) => {
    const failure = failures.find((one) => one.addresses.includes(address));
    return { address, why: failure?.reason ?? 'it was not downloaded' };
  });
  const others = before.filter(({ address }) => !addresses.includes(address));
  if (before.length + now.length > 0)
    await writeManifest(directory, { ...noManifest, missing: [...others, ...now] });
}

/** Failures for lists that their publishers discontinued. The files stay in use, but the failure is always reported. */
function closedFailures(
  files: readonly ListAddress[],
  directory: string,
  { log }: UpdateOptions,
): UpdateFailure[] {
  return files.flatMap(({ url }) => {
    const reason = closedList(url);
    if (!reason) return [];
    log?.(`${url.host}: ${reason}`);
    return [{ code: 'list_closed', addresses: [url.href], reason, directory }];
  });
}

/** @returns whether a file changed */
async function updateFolder(
  target: string,
  files: ListAddress[],
  directory: string,
  options: UpdateOptions,
): Promise<boolean> {
  const staging = await writing(directory, () => mkdtemp(`${directory}-next-`));
  try {
    // A damaged manifest is replaced: its files are downloaded and validated anew.
    const before = (await readManifest(target).catch(() => null)) ?? noManifest;
    const { news, same } = await downloadAll(target, staging, files, before, options);
    const lists = news.size > 0 ? await heldLists(staging, before, options) : before.lists;
    const downloaded = { ...Object.fromEntries(same), ...Object.fromEntries(news) };
    await writing(target, () => promote(target, staging, [...news.keys()]));
    await writing(target, () => writeManifest(target, { ...noManifest, files: downloaded, lists }));
    return news.size > 0;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Runs a write operation. Its error is replaced by one that names the directory. */
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

/** Brings all files of a folder together: the new ones, and the unchanged ones. */
async function downloadAll(
  target: string,
  staging: string,
  files: ListAddress[],
  before: Manifest,
  {
    log,
    onProgress,
    contact = null,
    signal = new AbortController().signal,
    clock = () => new Date(),
  }: UpdateOptions,
): Promise<{ news: Map<string, DownloadedFile>; same: Map<string, DownloadedFile> }> {
  const [changed, unchanged] = [new Map<string, DownloadedFile>(), new Map<string, DownloadedFile>()];
  for (const { url, file } of files) {
    const [old, next] = [join(target, file), join(staging, file)];
    const last = await intact(old, before.files[file]);
    const onBytes = (bytes: number) => onProgress?.({ url: url.href, bytes });
    const download = await fromEither(url, next, { lastGood: last, onBytes, contact, signal }, log);
    const fetchedAt = clock().toISOString();
    if (!download && last) {
      await copyWithTime(old, next);
      unchanged.set(file, { ...last, fetchedAt });
      log?.(`${url.host} ${file}: not changed`);
      continue;
    }
    const checkedFile = { ...(await checked(url, next, download!)), fetchedAt };
    (checkedFile.sha256 === last?.sha256 ? unchanged : changed).set(file, checkedFile);
    if (unchanged.has(file)) log?.(`${url.host} ${file}: the same again`);
  }
  return { news: changed, same: unchanged };
}

/** Downloads a file from its address or, if that fails, from the publisher's second one. */
async function fromEither(
  url: URL,
  path: string,
  options: DownloadOptions,
  log: UpdateOptions['log'],
): Promise<Validators | null> {
  try {
    return await downloadFile(url, path, options);
  } catch (error) {
    const second = secondAddress(url);
    if (!(error instanceof ListError) || !second || options.signal.aborted) throw error;
    log?.(`${error.message}; trying ${second.href}`);
    try {
      return await downloadFile(second, path, options);
    } catch (again) {
      if (!(again instanceof ListError)) throw again;
      throw new ListError(error.code, `${error.message}; and ${again.message}`, { cause: again });
    }
  }
}

/** The record of a downloaded file, if the file is unchanged. */
async function intact(path: string, previous: DownloadedFile | undefined): Promise<DownloadedFile | null> {
  // A file that cannot be read is downloaded again.
  const file = previous ? await listFile(path).catch(() => null) : null;
  return previous && file?.sha256 === previous.sha256 ? previous : null;
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
): Promise<Omit<DownloadedFile, 'fetchedAt'>> {
  if (bytes === 0) throw new ListError('list_empty', `${url.host} sent an empty file`);
  const { sha256 } = await listFile(path);
  return { url: url.href, etag, lastModified, bytes, sha256 };
}

/** Validates the downloaded files and compares their lists with the accepted versions. */
async function heldLists(
  staging: string,
  before: Manifest,
  { log, consents = [] }: UpdateOptions,
): Promise<Manifest['lists']> {
  const index = await loadLists([staging], log ? { log } : {});
  const { dataset } = index;
  for (const [name, previous] of Object.entries(before.lists))
    if (!dataset.lists.some((list) => list.name === name)) holdGone(name, previous, consents);
  const totals = dataset.lists.map((list) => [
    list.name,
    holdList(list, before.lists[list.name] ?? null, consents, index),
  ]);
  return Object.fromEntries(totals) as Manifest['lists'];
}

async function promote(target: string, staging: string, files: readonly string[]): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const file of files) await rename(join(staging, file), join(target, file));
}

/** Addresses of discontinued lists that may still serve outdated files. */
const closed: { address: RegExp; reason: string }[] = [
  {
    address: /^https:\/\/ofsistorage\.blob\.core\.windows\.net\/publishlive\/.*ConList/i,
    reason:
      'the OFSI consolidated list was closed on 28 January 2026; its successor is https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
  },
];

/** Why the list at an address is permanently out of date; `null` if it isn't. */
export function closedList(address: URL): string | null {
  return closed.find((list) => list.address.test(address.href))?.reason ?? null;
}

/**
 * Groups addresses by the folder of their files.
 * @throws ListError if an address is neither https nor http to this machine
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

/** The lists that `updateLists` has downloaded so far. */
interface DownloadedLists {
  /** The folders with accepted lists. */
  directories: string[];
  /** The addresses without an accepted file so far. */
  missing: string[];
  /** Time at which each file, by its SHA-256, was last confirmed to be the publisher's current version; RFC 3339. */
  fetchedAt: ReadonlyMap<string, string>;
}

/** Finds the accepted lists that were downloaded from some addresses into a directory. */
export async function downloadedLists(
  addresses: readonly string[],
  directory: string,
): Promise<DownloadedLists> {
  const fetchedAt = new Map<string, string>();
  const result: DownloadedLists = { directories: [], missing: [], fetchedAt };
  for (const [folder, files] of groupLists(addresses)) {
    const folderPath = join(directory, folder);
    // Without the folder every file of it is missing, which the result says.
    const names = await readdir(folderPath).catch((): string[] => []);
    const missing = files.filter(({ file }) => !names.includes(file));
    // The lists are used without the time of their download; loading them reports a damaged manifest.
    const manifest = await readManifest(folderPath).catch(() => null);
    for (const { sha256, fetchedAt: at } of Object.values(manifest?.files ?? {})) fetchedAt.set(sha256, at);
    if (missing.length === 0) result.directories.push(folderPath);
    else result.missing.push(...missing.map(({ url }) => url.href));
  }
  return result;
}
