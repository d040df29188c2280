import { expect, test } from 'vitest';
import { thinnedTrail } from '../../src/widget/selfie/capture/TrailRecorder.ts';

const every = (ms: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ time: n * ms, size: 5000 }));
const size = (frame: { size: number }) => frame.size;

test('motion frames within the limit are unchanged', () => {
  const frames = every(200, 40);
  expect(thinnedTrail(frames, size, 400_000)).toBe(frames);
});

test('motion frames over the limit are thinned without long gaps', () => {
  const thin = thinnedTrail(every(200, 120), size, 400_000)!;
  expect(thin.length).toBeLessThanOrEqual(80);
  expect(thin[0]!.time).toBe(0);
  expect(thin.at(-1)!.time).toBe(119 * 200);
  for (const [i, { time }] of thin.entries())
    if (i > 0) expect(time - thin[i - 1]!.time).toBeLessThanOrEqual(460);
});

test('frames that cannot meet the requirements give null', () => {
  expect(thinnedTrail(every(200, 5), size, 400_000)).toBeNull();
  expect(thinnedTrail([...every(200, 10), { time: 2600, size: 1 }], size, 400_000)).toBeNull();
  expect(thinnedTrail(every(400, 130), size, 4_000_000)).toBeNull();
});
