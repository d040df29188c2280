import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Megabytes of the young heap of a process that has much to keep for a moment. */
function youngAfterWork(before: string): number {
  const script = `
    import { setImmediate } from 'node:timers/promises';
    import { getHeapSpaceStatistics } from 'node:v8';
    import { boundYoungHeap } from './src/service/settings/boundYoungHeap.ts';
    ${before}
    const kept = [];
    for (let i = 0; i < 4e6; i++) {
      kept[i % 400_000] = { i, twice: [i, i], text: String(i) };
      if (i % 20_000 === 0) await setImmediate();
    }
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20);`;
  const args = ['--input-type=module-typescript', '--eval', script];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

test('the young heap stays below its bound, and grows further without one', () => {
  expect(youngAfterWork('boundYoungHeap();')).toBe(64);
  expect(youngAfterWork('')).toBeGreaterThan(64);
});
