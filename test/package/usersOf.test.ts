import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usersOf } from '../../.ci/usersOf.mjs';

test('who serves what is built is known until it ends, so that nothing is built under it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'idv-in-use-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(usersOf(join(folder, 'missing'))).toEqual([]);
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: 'pipe' });
  const note = join(folder, `${child.pid}`);
  writeFileSync(note, 'demo/start.ts');
  expect(usersOf(folder)).toEqual([{ pid: child.pid, name: 'demo/start.ts' }]);
  child.kill();
  await once(child, 'exit');
  expect(usersOf(folder)).toEqual([]);
  expect(existsSync(note)).toBe(false);
});
