import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What is remembered of a file that was downloaded and found good. */
export interface LastGood {
  url: string;
  etag: string | null;
  lastModified: string | null;
  bytes: number;
  sha256: string;
  /** When the server last said that this is the file, RFC 3339. */
  fetchedAt: string;
}

/** Kept in a hidden file beside the list, which no reader of lists looks at. */
export const lastGood = {
  /** What is remembered of the file at a path; `null` if nothing is, or it isn't that file any more. */
  async read(path: string, sha256: string): Promise<LastGood | null> {
    const kept = await lastGood.peek(path);
    return kept?.sha256 === sha256 ? kept : null;
  },

  /** What is remembered of a path, whatever is there now. */
  async peek(path: string): Promise<LastGood | null> {
    try {
      return JSON.parse(await readFile(beside(path), 'utf8')) as LastGood;
    } catch {
      return null;
    }
  },

  async write(path: string, good: LastGood): Promise<void> {
    await writeFile(beside(path), JSON.stringify(good));
  },
};

function beside(path: string): string {
  return join(dirname(path), `.${path.slice(dirname(path).length + 1)}.good`);
}
