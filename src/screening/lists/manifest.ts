import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ControlTotals, ListEnd } from './controlTotals.ts';
import { ListError } from './ListError.ts';

/** File name of a manifest. It is stored next to the downloaded files of a list. */
const manifestName = 'idv-lists.json';

const FORMAT = 'idv-verify lists 1';

/** Describes the files in a directory that were downloaded and found valid. */
export interface Manifest {
  format: typeof FORMAT;
  /** By file name. */
  files: Record<string, DownloadedFile>;
  /** The lists in these files, by code. */
  lists: Record<string, AcceptedList>;
  /** In the directory above: the addresses that were asked for and have given no good file yet. */
  missing?: MissingAddress[];
}

export interface MissingAddress {
  address: string;
  why: string;
}

export interface DownloadedFile {
  url: string;
  etag: string | null;
  lastModified: string | null;
  bytes: number;
  sha256: string;
  /** Time at which the server last confirmed that this file is current, RFC 3339. */
  fetchedAt: string;
}

/** The last accepted version of a list. */
export interface AcceptedList {
  version: string;
  publishedAt: string | null;
  /** The totals of up to 30 accepted loads. The next load is compared with them. See `nextAccepted`. */
  accepted: ControlTotals[];
  /** Its first and last entity. */
  ends: ListEnd[];
}

export const noManifest: Readonly<Manifest> = { format: FORMAT, files: {}, lists: {} };

/**
 * Reads the manifest of a directory; `null` if there is none.
 * @throws {ListError} if it cannot be read, because the record of the files is then lost
 */
export async function readManifest(directory: string): Promise<Manifest | null> {
  const path = join(directory, manifestName);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const read = parsed(text);
  if (read?.format !== FORMAT || typeof read.files !== 'object' || typeof read.lists !== 'object')
    throw new ListError('list_damaged', `${path} is damaged: run aml update again, or remove it`, {
      file: { path },
    });
  return read;
}

/** Replaces the manifest of a directory atomically. */
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
    // Reported above.
    return null;
  }
}
