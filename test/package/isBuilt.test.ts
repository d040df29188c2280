import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isBuilt } from '../../.ci/isBuilt.mjs';

const PARTS = ['client', 'contract', 'react', 'server', 'ssr', 'testface', 'types', 'vision', 'widget'];

test('the build is current if it is newer than all its sources', () => {
  const root = mkdtempSync(join(tmpdir(), 'idv-built-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, at: number) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
    utimesSync(join(root, path), at, at);
  };
  const sources = [...PARTS.map((part) => `src/${part}/index.ts`), 'src/service/screenings/report/report.ts'];
  for (const path of [...sources, '.ci/check.mjs', 'vite.config.ts', 'package-lock.json']) write(path, 1000);
  expect(isBuilt(root)).toBe(false);
  write('dist/web-types.json', 2000);
  expect(isBuilt(root)).toBe(true);
  write('src/service/main.ts', 3000);
  expect(isBuilt(root)).toBe(true);
  write('src/server/index.ts', 3000);
  expect(isBuilt(root)).toBe(false);
});
