import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lastGood } from '../lists/lastGood.ts';
import { groupLists } from './groupLists.ts';

/** What `updateLists` downloaded so far. */
export interface KeptLists {
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
