import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const TESTS = join(import.meta.dirname, '..');

test('the test index has exactly one row for each file', () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules/'))
    .map((path) => path.replace(/\.test\.ts$/, ''));
  const index = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const rows = [...index.matchAll(/^\| `([\w./]+)` \| .+ \|$/gm)].map((match) => match[1]!);
  expect(files.length).toBeGreaterThan(200);
  expect(rows.toSorted()).toEqual(files.toSorted());
});

test('no file has a meaningless name', () => {
  const names = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) =>
      path
        .split(sep)
        .at(-1)!
        .replace(/(\.browser)?\.test\.ts$/, ''),
    );
  expect(
    names.filter((name) => /^(late|parts|pages|heavy|starting|misc|more|other|things)$/.test(name)),
  ).toEqual([]);
});
