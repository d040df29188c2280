import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ControlTotals } from './controlTotals.ts';
import { ListError } from './ListError.ts';

/** The name of a manifest: beside the files of a list that were downloaded. */
const manifestName = 'idv-lists.json';

const FORMAT = 'idv-verify lists 1';

/** What is known of the files of a directory since they were downloaded and found good. */
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
}

export const noManifest: Readonly<Manifest> = { format: FORMAT, files: {}, lists: {} };

/**
 * The manifest of a directory; `null` if it has none.
 * @throws {ListError} if there is one that can't be read: what it says of the files is not known any more
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
