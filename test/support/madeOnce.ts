import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { waitFor } from './waitFor.ts';

/** Fills a folder shared by the tests of a run: the first test fills it, the others wait. */
export async function madeOnce(
  folder: string,
  make: (folder: string) => void | Promise<void>,
): Promise<void> {
  if (existsSync(folder)) return;
  const making = `${folder}-making`;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    mkdirSync(making);
  } catch {
    // Another process fills it.
    return await waitFor(() => existsSync(folder));
  }
  await make(making);
  renameSync(making, folder);
}
