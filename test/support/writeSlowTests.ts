import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastSeconds, projectDependencies } from './affectedTests.ts';

// Writes `slowTests.json` from the last run of each test file in this clone. Run `npm test` first, with no other load.

/** A faster file may run at any position. */
const SLOW_SECONDS = 3;

const secondsOf = lastSeconds();
const measured = [...projectDependencies().keys()]
  .filter((path) => path.endsWith('.test.ts'))
  .toSorted()
  .map((path) => [path, Math.round(secondsOf(path) ?? 0)] as const);
const slow = measured.filter(([, seconds]) => seconds >= SLOW_SECONDS);
if (slow.length === 0) {
  process.stderr.write('No test file is known to be slow: run npm test first.\n');
  process.exit(1);
}
writeFileSync(
  join(import.meta.dirname, 'slowTests.json'),
  `${JSON.stringify(Object.fromEntries(slow), null, 2)}\n`,
);
process.stdout.write(`${slow.length} test files take ${SLOW_SECONDS} seconds or more.\n`);
