import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isBuilt, noteBuilt } from '../../.ci/isBuilt.mjs';

const SOURCES = [
  'src/service/main.ts',
  'src/server/index.ts',
  'demo/start.ts',
  'public/base.css',
  '.ci/build.mjs',
  '.ci/describe.mjs',
  '.ci/elementPage.mjs',
  'deploy/release/prepareDatabase.ts',
  'deploy/release/packFolder.ts',
  'custom-elements-manifest.config.mjs',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
];

test('the build is current if it is newer than all its sources, and none is gone', () => {
  const root = mkdtempSync(join(tmpdir(), 'idv-built-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, at: number) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
    utimesSync(join(root, path), at, at);
  };
  const folders = ['src', 'src/service', 'src/server', 'demo', 'public'];
  const age = () => {
    for (const path of SOURCES) write(path, 1000);
    for (const folder of folders) utimesSync(join(root, folder), 1000, 1000);
  };
  age();
  expect(isBuilt(root)).toBe(false);
  write('dist/web-types.json', 2000);
  expect(isBuilt(root)).toBe(true);
  for (const path of SOURCES) {
    age();
    write(path, 3000);
    expect(isBuilt(root), path).toBe(false);
  }
  age();
  rmSync(join(root, 'src/server/index.ts'));
  expect(isBuilt(root)).toBe(false);
});

test('what is served may be built without what describes the package', () => {
  const root = mkdtempSync(join(tmpdir(), 'idv-built-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['src', 'demo', 'public', '.ci', 'dist/cdn', 'dist/pages'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const path of SOURCES) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  for (const file of ['dist/server.js', 'dist/database.gz']) writeFileSync(join(root, file), '');
  expect(isBuilt(root, { served: true })).toBe(false);
  // What changes while it is built may have been read before.
  noteBuilt(root, new Date(Date.now() - 60_000));
  expect(isBuilt(root, { served: true })).toBe(false);
  noteBuilt(root, new Date(Date.now() + 60_000));
  expect([isBuilt(root, { served: true }), isBuilt(root)]).toEqual([true, false]);
  rmSync(join(root, 'dist'), { recursive: true });
  expect(isBuilt(root, { served: true })).toBe(false);
});
