import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFile } from '../lists/listFile.ts';

/** What is remembered of a file that was downloaded and found good. */
export interface LastGood {
  url: string;
  etag: string | null;
  lastModified: string | null;
  bytes: number;
  sha256: string;
}

/** What is remembered of the file at a path; `null` if it isn't that file any more. */
export async function readLastGood(path: string): Promise<LastGood | null> {
  try {
    const kept = JSON.parse(await readFile(beside(path), 'utf8')) as LastGood;
    return (await listFile(path)).sha256 === kept.sha256 ? kept : null;
  } catch {
    return null;
  }
}

/** Remembers it in a hidden file beside the list, which no reader of lists looks at. */
export async function writeLastGood(path: string, good: LastGood): Promise<void> {
  await writeFile(beside(path), JSON.stringify(good));
}

function beside(path: string): string {
  return join(dirname(path), `.${path.slice(dirname(path).length + 1)}.good`);
}
