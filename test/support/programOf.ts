import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { leaveOut } from './leaveOut.ts';

/**
 * Finds a program that is not part of the project.
 * @param tests the tests that need it, as the subject of a sentence.
 * @param pack the Debian package that contains it.
 * @returns its path, or `null` if it is missing, which the end of the run reports.
 */
export function programOf(name: string, { tests, pack }: { tests: string; pack: string }): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (!found) leaveOut(tests, `apt-get install ${pack}`);
  return found ?? null;
}
