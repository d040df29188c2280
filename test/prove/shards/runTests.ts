import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from '../support/Lab.ts';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Runs the tests of the service that run on every database on one whose tables of cases are split so many ways. What
 * measures pictures or parts alone has no database.
 * @returns how many passed and failed, and the names of these.
 */
export async function runTests(lab: Lab, shards: number) {
  const files = readdirSync(join(ROOT, 'test/service'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test/service', name))
    .filter((file) => /\bdatabases\b/.test(readFileSync(join(ROOT, file), 'utf8')));
  const outputFile = join(lab.folder(), 'tests.json');
  const args = ['vitest', 'run', '--project', 'node', '--reporter=json', `--outputFile=${outputFile}`];
  const env = { ...process.env, TEST_SHARDS: String(shards) };
  const child = spawn('npx', [...args, ...files], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'exit');
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    testResults,
  } = JSON.parse(readFileSync(outputFile, 'utf8')) as Results;
  const names = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  return { files: files.length, passed, failed, names };
}

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}
