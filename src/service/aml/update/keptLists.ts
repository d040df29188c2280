import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { groupLists } from './groupLists.ts';

/** What `updateLists` downloaded so far. */
export interface KeptLists {
  /** The folders with good lists. */
  directories: string[];
  /** Whether there are good files from every address. */
  isComplete: boolean;
}

/** Finds the good lists that were downloaded from some addresses into a directory. */
export async function keptLists(addresses: readonly string[], directory: string): Promise<KeptLists> {
  const kept: KeptLists = { directories: [], isComplete: true };
  for (const [folder, files] of groupLists(addresses)) {
    const place = join(directory, folder);
    const names = await readdir(place).catch((): string[] => []);
    if (files.every(({ file }) => names.includes(file))) kept.directories.push(place);
    else kept.isComplete = false;
  }
  return kept;
}
