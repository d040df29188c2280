import { lockDataDir } from '../../../src/service/db/lockDataDir.ts';

// A process that locks a data directory at a given time, reports the result, and keeps the lock until it is stopped.

const [dir = ''] = process.argv.slice(2);
process.once('message', (start: number) => {
  // Waiting for all of the time would take the processor from the others.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, start - Date.now() - 10));
  while (Date.now() < start);
  try {
    lockDataDir(dir);
    process.send?.('taken');
  } catch {
    // The message is the answer: the test counts who got the lock.
    process.send?.('refused');
  }
});
process.send?.('ready');
setInterval(() => {}, 1000);
