import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ProcessPool } from '../../../src/service/selfies/examine/ProcessPool.ts';
import { permissions, startExaminer } from '../../../src/service/selfies/examine/startExaminer.ts';
import { picture } from '../../support/picture.ts';
import { closeSharedExaminer } from '../../support/sharedExaminer.ts';

const MB = 2 ** 20;

// Tests below look for their own process among the children of this one.
beforeAll(closeSharedExaminer);

/** Processes that answer with their id, and end, hang or grow on request. */
function start() {
  const code = `
    process.on('message', (task) => {
      if (task === 'end') process.exit(1);
      if (task === 'throw') throw new Error('thrown');
      if (task === 'fill') for (const all = []; ; ) all.push(new Array(1e5).fill(all.length));
      if (task === 'grow') for (const all = []; ; ) all.push(Buffer.alloc(1e6, 1));
      if (task === 'hang') for (;;) {}
      if (task === 'wait') return;
      if (task === 'busy') for (const until = Date.now() + 300; Date.now() < until; );
      if (task === 'die') process.kill(process.pid, 'SIGKILL');
      process.send(process.pid);
    });
    process.send('ready');`;
  return spawn(process.execPath, ['--max-old-space-size=16', '-e', code], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function open({ size = 1, maxWaiting = 10, groupMs = 60_000, begin = start } = {}) {
  let started = 0;
  const losses: string[] = [];
  const pool = new ProcessPool<string, number>({
    start: () => {
      started++;
      return begin();
    },
    size,
    maxWaiting,
    groupMs,
    maxBytes: 300 * MB,
    onLoss: ({ code }) => losses.push(code),
  });
  onTestFinished(() => pool.close());
  return { pool, losses, started: () => started };
}

test('starts only as many processes as needed', async () => {
  const { pool, started } = open({ size: 2 });
  expect(started()).toBe(0);
  await pool.run('work', { timeMs: 60_000 });
  await pool.run('work', { timeMs: 60_000 });
  expect(started()).toBe(1);
  const processes = await Promise.all([1, 2, 3, 4].map(() => pool.run('work', { timeMs: 60_000 })));
  expect(new Set(processes).size).toBe(2);
  expect(started()).toBe(2);
});

test('a prepared process takes the first task, and a second one is not prepared', async () => {
  const { pool, started } = open({ size: 2 });
  pool.prepare();
  pool.prepare();
  expect(started()).toBe(1);
  await pool.run('work', { timeMs: 60_000 });
  pool.prepare();
  expect(started()).toBe(1);
});

test('a process that cannot be prepared is reported, and the caller goes on', () => {
  const { pool, losses } = open({
    begin: () => {
      throw new Error('out of memory');
    },
  });
  pool.prepare();
  expect(losses).toEqual(['failed']);
});

test('tasks of one group run in one process', async () => {
  const { pool } = open({ size: 2 });
  const [first, second] = await Promise.all([
    pool.run('work', { timeMs: 60_000, group: 'first' }),
    pool.run('work', { timeMs: 60_000, group: 'second' }),
  ]);
  expect(first).not.toBe(second);
  // Each waits for its own process, though the other is free.
  const all = ['second', 'second', 'second', 'first', 'first'].map((group) =>
    pool.run('work', { timeMs: 60_000, group }),
  );
  expect(await Promise.all(all)).toEqual([second, second, second, first, first]);
});

test('a task whose group’s process is busy for long runs in another', async () => {
  const { pool } = open({ size: 2, groupMs: 50 });
  const [hanging, other] = [
    pool.run('hang', { timeMs: 60_000, group: 'one' }),
    pool.run('work', { timeMs: 60_000 }),
  ];
  const ended = Promise.allSettled([hanging]);
  expect(await pool.run('work', { timeMs: 60_000, group: 'one' })).toBe(await other);
  await pool.close();
  await ended;
});

test.each<[task: string, code: string | RegExp]>([
  ['end', 'lost'],
  ['throw', 'lost'],
  ['fill', 'lost'],
  // Late if it had the processor, which a busy machine may keep from it.
  ['hang', /^(late|starved)$/],
  ['die', 'killed'],
  // Only Linux reports memory and CPU time of a process.
  ...(process.platform === 'linux' ? [['grow', 'too_large'] as [string, string]] : []),
  ...(process.platform === 'linux' ? [['wait', 'starved'] as [string, string]] : []),
])('a process told to %s is %s, and another takes its place', async (task, code) => {
  const { pool, losses, started } = open();
  const first = await pool.run('work', { timeMs: 60_000 });
  const [lost, next] = await Promise.allSettled([
    pool.run(task, { timeMs: task === 'hang' || task === 'wait' ? 100 : 20_000 }),
    pool.run('work', { timeMs: 60_000 }),
  ]);
  expect(lost).toMatchObject({
    status: 'rejected',
    reason: { name: 'PoolError', code: expect.stringMatching(code) },
  });
  expect(next.status === 'fulfilled' && next.value !== first).toBe(true);
  expect(started()).toBe(2);
  expect(losses).toEqual([expect.stringMatching(code)]);
});

test('an owner with more completed work waits, and has one process at most', async () => {
  const { pool } = open({ size: 2 });
  await Promise.all([pool.run('work', { timeMs: 60_000 }), pool.run('work', { timeMs: 60_000 })]);
  const done: string[] = [];
  const run = async (owner: string, task = 'work') => {
    await pool.run(task, { timeMs: 60_000, owner }).catch(() => {});
    done.push(owner);
  };
  // Both have used the pool for a while by then.
  await Promise.all([run('greedy', 'busy'), run('other', 'busy')]);
  const greedy = Array.from({ length: 6 }, () => run('greedy', 'hang'));
  await run('newcomer');
  // One process was free for it, though six tasks of another waited.
  expect(done).toEqual(['greedy', 'other', 'newcomer'].toSorted((a, b) => done.indexOf(a) - done.indexOf(b)));
  await pool.close();
  await Promise.all(greedy);
});

test('if the queue is full, the owner with the most completed work is dropped', async () => {
  const { pool } = open({ maxWaiting: 1 });
  await pool.run('busy', { timeMs: 60_000, owner: 'greedy' });
  const running = pool.run('hang', { timeMs: 60_000, owner: 'other' });
  const greedy = Promise.allSettled([pool.run('work', { timeMs: 60_000, owner: 'greedy' })]);
  const newcomer = pool.run('work', { timeMs: 60_000, owner: 'newcomer' });
  const ended = Promise.allSettled([running, newcomer]);
  expect(await greedy).toMatchObject([{ status: 'rejected', reason: { code: 'busy' } }]);
  await expect(pool.run('work', { timeMs: 60_000, owner: 'greedy' })).rejects.toMatchObject({ code: 'busy' });
  await pool.close();
  await ended;
});

test('large pictures leave one process free', async () => {
  const { pool } = open({ size: 2 });
  const heavy = (task: string) => [1, 2].map(() => pool.run(task, { timeMs: 60_000, isHeavy: true }));
  const [first, second] = await Promise.all(heavy('work'));
  expect(first).toBe(second);
  const ended = Promise.allSettled(heavy('hang'));
  // Neither of the others ends by itself.
  await pool.run('work', { timeMs: 60_000 });
  await pool.close();
  await ended;
});

test.runIf(process.platform === 'linux')('a task has limited CPU time', async () => {
  const { pool, losses } = open();
  await pool.run('work', { timeMs: 60_000 });
  const lost = pool.run('hang', { timeMs: 60_000, cpuMs: 200 });
  await expect(lost).rejects.toMatchObject({ code: 'late' });
  expect(losses).toEqual(['late']);
});

test('a process that cannot start fails its waiting jobs without hanging', async () => {
  const { pool } = open({ begin: () => spawn(process.execPath, ['-e', 'process.exit(1)']) });
  await expect(pool.run('work', { timeMs: 60_000 })).rejects.toMatchObject({ code: 'failed' });
  const { pool: missing } = open({ begin: () => spawn('/nowhere/node') });
  await expect(missing.run('work', { timeMs: 60_000 })).rejects.toMatchObject({ code: 'failed' });
});

test('refuses tasks beyond the queue limit', async () => {
  const { pool } = open({ maxWaiting: 1 });
  const running = [pool.run('work', { timeMs: 60_000 }), pool.run('work', { timeMs: 60_000 })];
  await expect(pool.run('work', { timeMs: 60_000 })).rejects.toMatchObject({ code: 'busy' });
  expect(await Promise.all(running)).toHaveLength(2);
});

test('rejects unanswered jobs when it closes', async () => {
  const { pool } = open();
  const all = Promise.allSettled([
    pool.run('hang', { timeMs: 60_000 }),
    pool.run('work', { timeMs: 60_000 }),
  ]);
  await pool.close();
  for (const one of await all) expect(one).toMatchObject({ reason: { code: 'closed' } });
  await expect(pool.run('work', { timeMs: 60_000 })).rejects.toMatchObject({ code: 'closed' });
});

test.runIf(process.platform === 'linux')('a picture process sees no secret', async () => {
  process.env['IDV_TEST_SECRET'] = 'canary';
  onTestFinished(() => void delete process.env['IDV_TEST_SECRET']);
  const examiner = startExaminer(null, { size: 1 });
  onTestFinished(() => examiner.close());
  expect(await examiner.inspect(Buffer.from('no picture'), 'frame')).toEqual({ problem: 'image_unreadable' });
  const pids = childrenOf(process.pid).filter((pid) => read(pid, 'cmdline').includes('examinerProcess'));
  expect(pids.length).toBeGreaterThan(0);
  expect(pids.filter((pid) => read(pid, 'environ').includes('canary'))).toEqual([]);
});

test.runIf(process.allowedNodeEnvironmentFlags.has('--permission'))(
  'a picture process can read only its program files, and start no process',
  async () => {
    const options = permissions(fileURLToPath(new URL('../../../src/service/selfies/x.ts', import.meta.url)));
    const run = (code: string) => spawnSync(process.execPath, [...options, '-e', code], { encoding: 'utf8' });
    expect(run(`require('fs').readFileSync(${JSON.stringify(import.meta.filename)})`).stderr).toContain(
      'ERR_ACCESS_DENIED',
    );
    expect(run(`require('fs').writeFileSync('x', '')`).stderr).toContain('ERR_ACCESS_DENIED');
    expect(run(`require('child_process').spawnSync('true')`).stderr).toContain('ERR_ACCESS_DENIED');
    const examiner = startExaminer(null, { size: 1 });
    onTestFinished(() => examiner.close());
    expect(await examiner.inspect(picture(), 'frame')).toMatchObject({ mediaType: 'image/png' });
    const pids = childrenOf(process.pid).filter((pid) => read(pid, 'cmdline').includes('examinerProcess'));
    expect(pids.every((pid) => read(pid, 'cmdline').includes('--permission'))).toBe(true);
    // Root gives its own user away.
    if (process.getuid?.() !== 0) return;
    expect(pids.map((pid) => /^Uid:\s+(\d+)/m.exec(read(pid, 'status'))![1])).toEqual(
      pids.map(() => '65534'),
    );
  },
);

const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'latin1');

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(pid, `task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
}

test.runIf(process.platform === 'linux')(
  'a picture that times out is not reported as unreadable, and its capture is retried',
  async () => {
    const examiner = startExaminer(null, { size: 1, pictureMs: 1000 });
    onTestFinished(() => examiner.close());
    const [first] = await Promise.allSettled([examiner.inspect(Buffer.from('no picture'), 'frame')]);
    expect(first.status).toBe('fulfilled');
    const busy = childrenOf(process.pid).filter((pid) => read(pid, 'cmdline').includes('examinerProcess'));
    for (const pid of busy) process.kill(pid, 'SIGSTOP');
    const inspection = examiner.inspect(Buffer.from('no picture'), 'frame');
    await expect(inspection).rejects.toMatchObject({ code: 'unavailable' });
  },
);
