import { expect, test } from 'vitest';
import { Random } from '../../src/document/build/Random.ts';
import { motionOf } from '../../src/document/read/motionOf.ts';

const WIDTH = 584;

/** Columns of made-up characters, 12 apart, sampled where they moved to. */
function columns(seed: number, { shift = 0, growth = 0, noise = 0 } = {}): Float32Array {
  const random = new Random(seed);
  const strokes = Array.from({ length: 240 }, () => random.next(0, 1) ** 2);
  const grain = new Random(seed + 1000);
  return Float32Array.from({ length: WIDTH }, (_, x) => {
    const middle = WIDTH / 2;
    const at = (middle + (x - middle - shift) / (1 + growth) + 60) / 3;
    const [left, part] = [Math.floor(at), at - Math.floor(at)];
    const ink = strokes[left]! * (1 - part) + strokes[left + 1]! * part;
    return ink - 0.33 + noise * grain.normal();
  });
}

test.each([
  { shift: 0, growth: 0 },
  { shift: 7.3, growth: 0 },
  { shift: -18, growth: 0.004 },
  { shift: 4, growth: -0.01 },
])('a line that moved by $shift columns and grew by $growth', (moved) => {
  const motion = motionOf(columns(5), columns(5, { ...moved, noise: 0.05 }))!;
  expect(Math.abs(motion.shift - moved.shift)).toBeLessThan(0.6);
  expect(Math.abs(motion.growth - moved.growth) * (WIDTH / 2)).toBeLessThan(0.8);
  expect(motion.likeness).toBeGreaterThan(0.8);
});

test('another line did not move there', () => {
  expect(motionOf(columns(5), columns(6))).toBeNull();
});
