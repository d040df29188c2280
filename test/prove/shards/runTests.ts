import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from '../support/Lab.ts';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Runs the tests of the service on PostgreSQL with the tables of cases split so many ways.
 * @returns how many passed and failed, and the names of these.
 */
export async function runTests(lab: Lab, shards: number) {
  const outputFile = join(lab.folder(), 'tests.json');
  const args = [
    'vitest',
    'run',
    '--project',
    'node',
    'test/service',
    '--reporter=json',
    `--outputFile=${outputFile}`,
  ];
  const env = { ...process.env, TEST_SHARDS: String(shards) };
  const child = spawn('npx', args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'exit');
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    testResults,
  } = JSON.parse(readFileSync(outputFile, 'utf8')) as Results;
  const names = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  return { passed, failed, names };
}

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}
