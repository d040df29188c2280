import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packFolder } from '../../deploy/release/packFolder.ts';
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
