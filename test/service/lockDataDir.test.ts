import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { HEARTBEAT_MS, lockDataDir } from '../../src/service/db/lockDataDir.ts';
import { copyEmbeddedTemplate } from '../support/embeddedTemplate.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';

function locked(owner: string): { dir: string; lock: string } {
  const dir = mkdtempSync(join(tmpdir(), 'idv-lock-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const lock = join(dir, 'lock.1');
  writeFileSync(lock, owner);
  return { dir, lock };
}

test.each([1, process.pid])('process %i of another container keeps its lock while it runs', (pid) => {
  const { dir, lock } = locked(`${pid} 4711 another-machine/pid:[1]`);
  expect(() => lockDataDir(dir)).toThrow('in use by another live process');
  utimesSync(lock, 0, Date.now() / 1000 - 11);
  lockDataDir(dir).release();
});

test('the holder of a lock renews it', async () => {
  const { dir, lock } = locked('');
  onTestFinished(lockDataDir(dir).release);
  expect(existsSync(lock)).toBe(false);
  const renewed = join(dir, 'lock.2');
  utimesSync(renewed, 0, 0);
  await expect.poll(() => statSync(renewed).mtimeMs).toBeGreaterThan(0);
});

test.skipIf(process.platform !== 'linux')(
  'a frozen process whose directory was taken over stops writing and exits',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'idv-lock-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    await copyEmbeddedTemplate(inject('embeddedTemplate'), dir);
    const frozen = startServiceProcess({ DATA_DIR: dir });
    const url = await frozen.url();
    // A statement that runs when the process is frozen is finished when it wakes: none may run here.
    const pglite = join(dir, 'pglite');
    await expect.poll(() => Date.now() - lastWrite(pglite)).toBeGreaterThan(1000);
    frozen.child.kill('SIGSTOP');
    await expect.poll(() => readFileSync(`/proc/${frozen.child.pid}/stat`, 'utf8')).toContain(') T ');
    // As another container sees it: its number says nothing there, and its lock was not touched for long.
    const file = join(dir, 'lock.1');
    await expect.poll(() => Date.now() - statSync(file).mtimeMs).toBeGreaterThan(2 * HEARTBEAT_MS);
    const [pid, began] = readFileSync(file, 'utf8').split(' ');
    writeFileSync(file, `${pid} ${began} another-machine/pid:[1]`);
    utimesSync(file, 0, Date.now() / 1000 - 11);
    onTestFinished(lockDataDir(dir).release);
    const before = lastWrite(pglite);
    const request = fetch(`${url}/v1/cases`, { headers: { Authorization: 'Bearer idv_test_x' } }).catch(
      () => {},
    );
    frozen.child.kill('SIGCONT');
    expect(await frozen.exited).toBeNull();
    await request;
    expect(frozen.err()).toContain('took over the data directory');
    expect(lastWrite(pglite)).toBe(before);
  },
);

function lastWrite(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Math.max(...files.map((file) => statSync(join(folder, file)).mtimeMs));
}

test('only one of eight processes that start on a stale lock gets it', async () => {
  const { dir } = locked('1 - dead');
  utimesSync(join(dir, 'lock.1'), 0, 0);
  for (let round = 0; round < 3; round++) {
    const children = Array.from({ length: 8 }, () =>
      fork(join(import.meta.dirname, '../support/served/takeLock.ts'), [dir]),
    );
    const nextMessages = () => Promise.all(children.map(async (child) => (await once(child, 'message'))[0]));
    expect(new Set(await nextMessages())).toEqual(new Set(['ready']));
    const answers = nextMessages();
    const start = Date.now() + 100;
    for (const child of children) child.send(start);
    const messages = await answers;
    expect(messages.filter((word) => word === 'taken')).toHaveLength(1);
    const ended = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(ended);
  }
});
