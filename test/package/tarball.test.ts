import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const { dependencies, files: listed } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const ALLOWED = [
  /^(package\.json|README\.md|LICENSE|NOTICE|CHANGELOG\.md)$/,
  /^dist\/(index|element|client|server)\.js$/,
  /^dist\/(chunks|cdn)\/[\w.-]+\.(js|wasm|bin)$/,
  /^dist\/vision\/[\w.-]+\.(js|wasm|bin)$/,
  /^dist\/types\/(contract|client|server|widget|vision)\/[\w./-]+\.d\.ts$/,
];

test('the tarball holds what is needed, and nothing else', () => {
  const files = packed();
  expect(files.filter((file) => !ALLOWED.some((pattern) => pattern.test(file)))).toEqual([]);
  for (const file of ['dist/index.js', 'dist/server.js', 'dist/cdn/idv-verify.js', 'LICENSE', 'NOTICE']) {
    expect(files).toContain(file);
  }
});

test('nothing outside of dist but the papers is published', () => {
  expect(listed.filter((path: string) => !/^!?dist(\/|$)/.test(path))).toEqual(['NOTICE', 'CHANGELOG.md']);
});

test('every file that is declared exists', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const paths = Object.values<Record<string, string> | string>(exports)
    .flatMap((target) => (typeof target === 'string' ? target : Object.values(target)))
    .filter((path) => !path.includes('*'));
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('whoever installs it gets lit and zod, and no more', () => {
  expect(Object.keys(dependencies)).toEqual(['lit', 'zod']);
});

function packed(): string[] {
  const options = { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const told = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', '--silent'], options));
  // One npm says it as a list, another by package name.
  const [pack] = Object.values<{ files: { path: string }[] }>(told);
  return pack!.files.map(({ path }) => path);
}
