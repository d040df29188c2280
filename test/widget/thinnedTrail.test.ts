import { expect, test } from 'vitest';
import { thinnedTrail } from '../../src/widget/selfie/capture/TrailRecorder.ts';

const every = (ms: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ time: n * ms, size: 5000 }));
const size = (frame: { size: number }) => frame.size;

test('a trail that fits stays as it is', () => {
  const frames = every(200, 40);
  expect(thinnedTrail(frames, size, 400_000)).toBe(frames);
});

test('one that is too large loses frames, never so that a gap gets too long', () => {
  const thin = thinnedTrail(every(200, 120), size, 400_000)!;
  expect(thin.length).toBeLessThanOrEqual(80);
  expect(thin[0]!.time).toBe(0);
  expect(thin.at(-1)!.time).toBe(119 * 200);
  for (const [i, { time }] of thin.entries())
    if (i > 0) expect(time - thin[i - 1]!.time).toBeLessThanOrEqual(460);
});

test('frames that cannot be a trail give none', () => {
  expect(thinnedTrail(every(200, 5), size, 400_000)).toBeNull();
  expect(thinnedTrail([...every(200, 10), { time: 2600, size: 1 }], size, 400_000)).toBeNull();
  expect(thinnedTrail(every(400, 130), size, 4_000_000)).toBeNull();
});
