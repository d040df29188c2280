import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Adds a line to the last ones of `npm test`, which passes a folder for them in `IDV_TEST_NOTES`. Tests that are run by
 * hand print it at once.
 * @param list the file, and so the heading, that it belongs to; `.ci/check.mjs` has the headings.
 */
export function addNote(list: 'left-out' | 'failed' | 'flaky', line: string): void {
  const folder = process.env['IDV_TEST_NOTES'];
  if (folder) appendFileSync(join(folder, list), `${line}\n`);
  else process.stderr.write(`${line}\n`);
}
