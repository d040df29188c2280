import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packFolder } from '../../deploy/release/packFolder.ts';
import { findPreparedDatabase } from '../../src/service/builtFiles.ts';
import { unpackFolder } from '../../src/service/db/unpackFolder.ts';

test('unpacking restores a packed folder, including empty folders', async () => {
  const work = mkdtempSync(join(tmpdir(), 'idv-pack-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  const folder = join(work, 'before');
  mkdirSync(join(folder, 'base/1'), { recursive: true });
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'base/1/112'), Buffer.from([0, 10, 255, 10]));
  writeFileSync(join(folder, 'nothing'), '');
  await packFolder(folder, join(work, 'packed.gz'));
  // A start that was killed left this.
  mkdirSync(join(work, 'after.draft/base'), { recursive: true });
  await unpackFolder(join(work, 'packed.gz'), join(work, 'after'));
  const names = (path: string) => (readdirSync(path, { recursive: true }) as string[]).sort();
  expect(names(join(work, 'after'))).toEqual(names(folder));
  expect([...readFileSync(join(work, 'after/base/1/112'))]).toEqual([0, 10, 255, 10]);
  expect(readdirSync(work).sort()).toEqual(['after', 'before', 'packed.gz']);
});

test('a first start copies the prepared database, unless the sources of its tables are newer', () => {
  const work = mkdtempSync(join(tmpdir(), 'idv-prepared-'));
  onTestFinished(() => rmSync(work, { recursive: true }));
  const [file, tables] = [join(work, 'database.gz'), join(work, 'migrations')];
  expect(findPreparedDatabase(file, tables)).toBeNull();
  writeFileSync(file, '');
  expect(findPreparedDatabase(file, tables), 'a package has no sources').toBe(file);
  mkdirSync(join(tables, 'start'), { recursive: true });
  const source = join(tables, 'start', 'caseTables.ts');
  writeFileSync(source, '');
  const age = (path: string, at: number) => utimesSync(path, at, at);
  age(file, 2000);
  age(join(tables, 'start'), 1000);
  age(source, 1000);
  expect(findPreparedDatabase(file, tables)).toBe(file);
  age(source, 3000);
  expect(findPreparedDatabase(file, tables)).toBeNull();
});
