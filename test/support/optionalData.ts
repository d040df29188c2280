import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { leaveOut } from './leaveOut.ts';

/** Data that is no part of the project lies beside the repository, or where `IDV_TEST_DATA` says. */
const folder = process.env['IDV_TEST_DATA'] ?? join(import.meta.dirname, '../../../shared');

/**
 * A file or folder of the optional data.
 * @param tests what needs it, as the subject of a sentence
 * @returns its path, or `null` where it isn't; that is said at the end of the run.
 */
export function optionalData(path: string, tests: string): string | null {
  const found = join(folder, path);
  if (existsSync(found)) return found;
  leaveOut(tests, `IDV_TEST_DATA=FOLDER npm test, with ${path} in the folder`);
  return null;
}
