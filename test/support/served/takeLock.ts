import { lockDataDir } from '../../../src/service/db/lockDataDir.ts';

// A process that takes a data directory at a certain time, says how that went, and keeps it until it is ended.

const [dir = '', start = ''] = process.argv.slice(2);
while (Date.now() < Number(start));
try {
  lockDataDir(dir);
  process.send?.('taken');
} catch {
  process.send?.('refused');
}
setInterval(() => {}, 1000);
