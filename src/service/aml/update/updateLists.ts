import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../../makeDirectory.ts';
import { ListError } from '../lists/listError.ts';
import { listFile } from '../lists/listFile.ts';
import { loadLists } from '../loadLists.ts';
import { downloadFile, type Validators } from './downloadFile.ts';
import { groupLists } from './groupLists.ts';
import { type KeptLists, keptLists } from './keptLists.ts';
import { type LastGood, readLastGood, writeLastGood } from './lastGood.ts';
import type { ListAddress } from './listAddress.ts';

/** A list that loses more than half of itself overnight is more likely broken than shorter. */
const LEAST_SHARE = 0.5;

export interface UpdateOptions {
  log?: (message: string) => void;
  /** Called while a file comes in with the number of its bytes so far. */
  onProgress?: (progress: { url: string; bytes: number }) => void;
  signal?: AbortSignal;
}

export interface UpdatedLists extends KeptLists {
  /** Whether any file is new. */
  changed: boolean;
  /** Why lists were not updated, one sentence each. */
  failures: string[];
}

/**
 * Downloads lists into folders below a directory: asks whether they changed, reads the new files through, compares
 * their size and their number of entities with the last good ones, and only then puts them in their place. A list that
 * can't be had or is refused keeps its last good files.
 * @param addresses https, or http to this machine
 */
export async function updateLists(
  addresses: readonly string[],
  directory: string,
  options: UpdateOptions = {},
): Promise<UpdatedLists> {
  const groups = groupLists(addresses);
  const failures: string[] = [];
  let changed = false;
  makeDirectory(directory, 0o755);
  for (const [folder, files] of groups) {
    try {
      if (await updateFolder(join(directory, folder), files, directory, options)) changed = true;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof ListError)) throw error;
      failures.push(error.message);
      options.log?.(`${files[0]!.url.host}: not updated: ${error.message}`);
    }
  }
  return { ...(await keptLists(addresses, directory)), changed, failures };
}

/** @returns whether a file changed */
async function updateFolder(
  place: string,
  files: ListAddress[],
  directory: string,
  options: UpdateOptions,
): Promise<boolean> {
  const staging = await mkdtemp(`${directory}-next-`);
  try {
    const news = await downloadAll(place, staging, files, options);
    if (news.size === 0) return false;
    const entities = await countEntities(staging, options);
    await compare(place, entities);
    await promote(place, staging, news, entities);
    return true;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Brings all files of a folder together: the new ones, and those that did not change. */
async function downloadAll(
  place: string,
  staging: string,
  files: ListAddress[],
  { log, onProgress, signal = new AbortController().signal }: UpdateOptions,
): Promise<Map<string, LastGood>> {
  const news = new Map<string, LastGood>();
  for (const { url, file } of files) {
    const [old, next] = [join(place, file), join(staging, file)];
    const lastGood = await readLastGood(old);
    const onBytes = (bytes: number) => onProgress?.({ url: url.href, bytes });
    const sent = await downloadFile(url, next, { lastGood, onBytes, signal });
    if (!sent) {
      await copyWithTime(old, next);
      log?.(`${url.host} ${file}: not changed`);
      continue;
    }
    const good = await checked(url, next, sent, lastGood);
    if (good.sha256 === lastGood?.sha256) log?.(`${url.host} ${file}: the same again`);
    else news.set(file, good);
  }
  return news;
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
  lastGood: LastGood | null,
): Promise<LastGood> {
  if (bytes === 0) throw new ListError(`${url.host} sent an empty file`);
  if (lastGood && bytes < lastGood.bytes * LEAST_SHARE)
    throw new ListError(`${url.host} sent ${bytes} bytes, after ${lastGood.bytes} the last time`);
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
  if (entities < before * LEAST_SHARE)
    throw new ListError(`The list names ${entities} entities, after ${before} the last time`);
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
    await writeLastGood(join(place, file), good);
  }
  await writeFile(join(place, COUNT), String(entities));
}
