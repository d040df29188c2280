import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { leaveOut } from './leaveOut.ts';

/**
 * Finds a program that the project does not bring.
 * @param tests what needs it, as the subject of a sentence.
 * @param pack the package of Debian that brings it.
 * @returns its path, or `null` where it isn't; that is said at the end of the run.
 */
export function programOf(name: string, { tests, pack }: { tests: string; pack: string }): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (!found) leaveOut(tests, `apt-get install ${pack}`);
  return found ?? null;
}
