import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { elsewhere, filesOf, parts } from './tiers.ts';

const ROOT = join(import.meta.dirname, '../..');
const E2E = ['@playwright/test/cli.js', 'test', '--config', 'test/e2e/playwright.config.ts', '--list'];

test('the parts together are every test file, and none is in two', () => {
  const listed = JSON.parse(output('vitest/vitest.mjs', 'list', '--filesOnly', '--json')) as {
    file: string;
  }[];
  const ways = output(...E2E).matchAll(/^ +\[\w+\] › (\S+\.spec\.ts)/gm);
  const specs = new Set([...ways].map((match) => join('test/e2e', match[1]!)));
  const run = [...listed.map(({ file }) => file.slice(ROOT.length + 1)), ...specs];
  const files = globSync('{src,test,demo,deploy,docs}/**/*.{test,spec}.{ts,tsx,js,mjs}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  expect(files.length).toBeGreaterThan(300);
  expect(slashed(run)).toEqual(slashed(files));
});

test('journeys and others together are every end-to-end test, and none is in both', () => {
  const titles = (...project: string[]) =>
    [...output(...E2E, ...project).matchAll(/^ +\[\w+\] › (.+)$/gm)].map((match) => match[1]!);
  const journeys = titles('--project=journeys');
  expect(journeys.map((title) => title.split('.')[0])).toEqual([
    'handoff',
    'hosted',
    'panel',
    'verification',
    'walk',
    'wallet',
  ]);
  expect(filesOf('node')).toContain('test/service/deskInBrowser.test.ts');
  expect([...journeys, ...titles('--project=others')].toSorted()).toEqual([...new Set(titles())].toSorted());
});

test('the jobs of the workflow together are every part', () => {
  const workflow = parse(readFileSync(join(ROOT, '.github/workflows/test.yml'), 'utf8'));
  const jobs: string[] = workflow.jobs.linux.strategy.matrix.parts;
  const run = jobs.flatMap((job) => job.split(' '));
  expect(run.toSorted()).toEqual(['checks', ...Object.keys(parts), 'e2e'].toSorted());
});

test('what no run of the tests includes runs every night, and before a release', () => {
  const read = (name: string) => parse(readFileSync(join(ROOT, '.github/workflows', name), 'utf8'));
  const { on, jobs } = read('nightly.yml');
  expect(jobs.elsewhere.strategy.matrix.command).toEqual(elsewhere.map(([, command]) => command));
  expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }]);
  const release = read('release.yml');
  expect(release.jobs.elsewhere.uses).toBe('./.github/workflows/nightly.yml');
  expect(release.jobs.publish.needs).toBe('elsewhere');
});

test('no test for PostgreSQL alone is in a part that may run without it', () => {
  const forPostgres = /includes\('postgres'\)|=== '(postgres|pglite)'|inject\('postgresUrl'\)/;
  const tests = filesOf('node').filter((path) => forPostgres.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(tests).toEqual([]);
});

function output(...[program, ...args]: string[]): string {
  return execFileSync(process.execPath, [join(ROOT, 'node_modules', program!), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
}

function slashed(paths: readonly string[]): string[] {
  return paths.map((path) => path.split(sep).join('/')).toSorted();
}
