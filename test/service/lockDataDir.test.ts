import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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
  expect(existsSync(lock)).toBe(false);
  const held = join(dir, 'lock.1');
  utimesSync(held, 0, 0);
  await expect.poll(() => statSync(held).mtimeMs, { timeout: 60_000 }).toBeGreaterThan(0);
});

test('of eight processes that start together on a dead lock one gets it', async () => {
  const { dir } = locked('1 - dead');
  utimesSync(join(dir, 'lock'), 0, 0);
  for (let round = 0; round < 3; round++) {
    const start = Date.now() + 2000;
    const children = Array.from({ length: 8 }, () =>
      fork(join(import.meta.dirname, '../support/served/takeLock.ts'), [dir, String(start)]),
    );
    const said = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0]));
    expect(said.filter((word) => word === 'taken')).toHaveLength(1);
    const ended = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(ended);
  }
});
