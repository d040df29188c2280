import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { WorkerPool } from '../../../src/service/checks/examine/WorkerPool.ts';

/** Threads that answer with the number of their thread, and end or hang when they are told to. */
function start(): Worker {
  return new Worker(
    `const { parentPort, threadId } = require('node:worker_threads');
    parentPort.on('message', (task) => {
      if (task === 'end') process.exit(1);
      if (task === 'throw') throw new Error('thrown');
      if (task === 'fill') for (const all = []; ; ) all.push(new Array(1e5).fill(all.length));
      if (task === 'hang') for (;;) {}
      parentPort.postMessage(threadId);
    });`,
    { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } },
  );
}

function open({ size = 1, maxWaiting = 10 } = {}) {
  let started = 0;
  const pool = new WorkerPool<string, number>({
    start: () => {
      started++;
      return start();
    },
    size,
    maxWaiting,
  });
  onTestFinished(() => pool.close());
  return { pool, started: () => started };
}

test('starts as many threads as there is work for', async () => {
  const { pool, started } = open({ size: 2 });
  expect(started()).toBe(0);
  await pool.run('work', 5000);
  await pool.run('work', 5000);
  expect(started()).toBe(1);
  const threads = await Promise.all([1, 2, 3, 4].map(() => pool.run('work', 5000)));
  expect(new Set(threads).size).toBe(2);
  expect(started()).toBe(2);
});

test.each([
  ['end', 'lost'],
  ['throw', 'lost'],
  ['fill', 'lost'],
  ['hang', 'late'],
])('a thread told to %s is %s, and another takes its place', async (task, code) => {
  const { pool, started } = open();
  const first = await pool.run('work', 5000);
  const [lost, next] = await Promise.allSettled([
    pool.run(task, task === 'hang' ? 100 : 20_000),
    pool.run('work', 5000),
  ]);
  expect(lost).toMatchObject({ status: 'rejected', reason: { name: 'PoolError', code } });
  expect(next.status === 'fulfilled' && next.value !== first).toBe(true);
  expect(started()).toBe(2);
});

test('takes no more than may wait', async () => {
  const { pool } = open({ maxWaiting: 1 });
  const running = [pool.run('work', 5000), pool.run('work', 5000)];
  await expect(pool.run('work', 5000)).rejects.toMatchObject({ code: 'busy' });
  expect(await Promise.all(running)).toHaveLength(2);
});

test('rejects what it has not answered when it closes', async () => {
  const { pool } = open();
  const all = Promise.allSettled([pool.run('hang', 5000), pool.run('work', 5000)]);
  await pool.close();
  for (const one of await all) expect(one).toMatchObject({ reason: { code: 'closed' } });
  await expect(pool.run('work', 5000)).rejects.toMatchObject({ code: 'closed' });
});
