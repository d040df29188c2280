import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ControlTotals, ListEnd } from './controlTotals.ts';
import { ListError } from './ListError.ts';

/** File name of a manifest, which lies beside the downloaded files of a list. */
const manifestName = 'idv-lists.json';

const FORMAT = 'idv-verify lists 1';

/** The record of the files in a directory that were downloaded and found valid. */
export interface Manifest {
  format: typeof FORMAT;
  /** By their names. */
  files: Record<string, DownloadedFile>;
  /** The lists that they hold. */
  lists: Record<string, AcceptedList>;
}

export interface DownloadedFile {
  url: string;
  etag: string | null;
  lastModified: string | null;
  bytes: number;
  sha256: string;
  /** When the server last said that this is the file, RFC 3339. */
  fetchedAt: string;
}

/** A list as it was last good. */
export interface AcceptedList {
  version: string;
  publishedAt: string | null;
  /** The totals of up to 30 loads that a human accepted or that lost nothing: the next one is held against them. */
  accepted: ControlTotals[];
  /** Its first and its last entity; none known of a list that was loaded before they were kept. */
  ends?: ListEnd[];
}

export const noManifest: Readonly<Manifest> = { format: FORMAT, files: {}, lists: {} };

/**
 * The manifest of a directory; `null` if it has none.
 * @throws {ListError} if it cannot be read: the record of the files is then unknown
 */
export async function readManifest(directory: string): Promise<Manifest | null> {
  const path = join(directory, manifestName);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const read = parsed(text);
  if (read?.format !== FORMAT || typeof read.files !== 'object' || typeof read.lists !== 'object')
    throw new ListError('list_damaged', `${path} is damaged: run aml update again, or remove it`, {
      file: { path },
    });
  return read;
}

/** Writes the manifest of a directory as a whole. */
export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const path = join(directory, manifestName);
  await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 1)}\n`);
  await rename(`${path}.part`, path);
}

export function isManifest(path: string): boolean {
  return basename(path) === manifestName;
}

function parsed(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return null;
  }
}
