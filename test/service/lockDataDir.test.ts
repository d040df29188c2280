import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataDir } from '../../src/service/db/lockDataDir.ts';

function locked(owner: string): { dir: string; lock: string } {
  const dir = mkdtempSync(join(tmpdir(), 'idv-lock-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const lock = join(dir, 'lock');
  writeFileSync(lock, owner);
  return { dir, lock };
}

test.each([1, process.pid])('process %i of another container keeps its lock while it lives', (pid) => {
  const { dir, lock } = locked(`${pid} 4711 another-machine/pid:[1]`);
  expect(() => lockDataDir(dir)).toThrow('in use by another live process');
  utimesSync(lock, 0, Date.now() / 1000 - 11);
  lockDataDir(dir)();
});

test('whoever holds a lock shows that it lives', async () => {
  const { dir, lock } = locked('');
  const unlock = lockDataDir(dir);
  onTestFinished(unlock);
  utimesSync(lock, 0, 0);
  await expect.poll(() => statSync(lock).mtimeMs, { timeout: 4000 }).toBeGreaterThan(0);
});
