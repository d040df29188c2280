import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { every } from '../../src/service/every.ts';
import { createLog } from '../../src/service/log.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { waitFor } from '../support/waitFor.ts';

/** The service, with a fault of the code that a signal sets off. */
async function serviceWith(fault: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-unhandled-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const script = `process.once('SIGUSR2',()=>{${fault}})`;
  const settings = { DATA_DIR: dataDir, NODE_OPTIONS: `--import=data:text/javascript,${script}` };
  const service = startServiceProcess(settings);
  const url = await service.url();
  service.child.kill('SIGUSR2');
  return { ...service, address: url };
}

test('a rejected promise that nobody awaits is logged with its cause and ends nothing', async () => {
  const { address, child, exited, out } = await serviceWith("Promise.reject(new(TypeError)('x'))");
  await expect.poll(out).toContain('"event":"promise rejected","error":"TypeError"');
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

test('an exception that nobody caught is logged with its cause, and the process stops in order', async () => {
  const { exited, out } = await serviceWith("setTimeout(()=>{throw(new(RangeError)('x'))})");
  expect(await exited).toBe(1);
  expect(out()).toContain('"event":"exception not caught","error":"RangeError"');
  expect(out()).toContain('"event":"stopped"');
});

test.each([
  ['synchronously', () => Reflect.get(null as never, 'x')],
  ['later', async () => await Promise.reject(new TypeError('x'))],
])('periodic work that fails %s is logged with its cause, and comes again', async (_, fail) => {
  let lines = '';
  const log = createLog('error', (text) => {
    lines += text;
  });
  let rounds = 0;
  const work = every(
    5,
    () => {
      rounds += 1;
      return fail();
    },
    { name: 'test', log },
  );
  await waitFor(() => rounds >= 2 && lines !== '');
  await work.stop();
  expect(JSON.parse(lines.split('\n')[0]!)).toMatchObject({
    event: 'periodic work failed',
    work: 'test',
    error: 'TypeError',
  });
});

test('a round does not start before the one before has ended, and stopping waits for it', async () => {
  let [running, most, finished] = [0, 0, 0];
  const release: (() => void)[] = [];
  const work = every(
    1,
    async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => release.push(resolve));
      running -= 1;
      finished += 1;
    },
    { name: 'test', log: createLog('silent', () => {}) },
  );
  for (let round = 1; round <= 3; round++) {
    await waitFor(() => release.length === round);
    if (round < 3) release.at(-1)!();
  }
  const stopped = work.stop();
  expect(finished).toBe(2);
  release.at(-1)!();
  await stopped;
  expect([most, finished]).toEqual([1, 3]);
});

/** Timers that repeat without `every`, and why. */
const OTHER_TIMERS = {
  'every.ts': 'is `every`',
  'db/lockDataDir.ts': 'ends the process at once if another one took over the data directory',
  'http/listen.ts': 'lives while the server drains, and calls one function of Node that does not throw',
  'selfies/examine/ProcessPool.ts': 'lives as long as one task, whose promise it rejects if it fails itself',
};

test('every timer of the service that repeats is one of `every`', () => {
  const service = join(import.meta.dirname, '../../src/service');
  const files = readdirSync(service, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const repeating = files.filter((file) =>
    readFileSync(join(service, file), 'utf8').includes('setInterval('),
  );
  expect(repeating.filter((file) => !(file in OTHER_TIMERS))).toEqual([]);
});
