import { lockDataDir } from '../../../src/service/db/lockDataDir.ts';

// A process that takes a data directory at the time that it is sent, says how that went, and keeps it until it is ended.

const [dir = ''] = process.argv.slice(2);
process.once('message', (start: number) => {
  // Waiting for all of the time would take the processor from the others.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, start - Date.now() - 10));
  while (Date.now() < start);
  try {
    lockDataDir(dir);
    process.send?.('taken');
  } catch {
    process.send?.('refused');
  }
});
process.send?.('ready');
setInterval(() => {}, 1000);
