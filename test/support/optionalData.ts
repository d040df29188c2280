import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { leaveOut } from './leaveOut.ts';

/** Optional data outside the project: in the parent folder of the repository, or in `IDV_TEST_DATA`. */
const folder = process.env['IDV_TEST_DATA'] ?? join(import.meta.dirname, '../../../shared');

/**
 * A file or folder of the optional data.
 * @param tests the tests that need it, as the subject of a sentence
 * @returns its path, or `null` if it is missing, which the end of the run reports.
 */
export function optionalData(path: string, tests: string): string | null {
  const found = join(folder, path);
  if (existsSync(found)) return found;
  leaveOut(tests, `IDV_TEST_DATA=FOLDER npm test, with ${path} in the folder`);
  return null;
}
