import { expect, test } from 'vitest';
import { comparePeople } from '../../../src/service/selfies/verdict/comparePeople.ts';
import type { FrameAnalysis, TrailReader } from '../../../src/vision/index.ts';

/** A descriptor that lies so far from the origin, along one axis. */
const at = (distance: number) => Float32Array.from({ length: 128 }, (_, i) => (i === 0 ? distance : 0));
const frame = (distance: number): FrameAnalysis => ({ descriptor: at(distance) }) as unknown as FrameAnalysis;

/** Motion frames of two moments a second apart, three frames each, with faces at the given positions. */
function trailOf(one: number, other: number) {
  const times = [0, 100, 200, 1000, 1100, 1200];
  const reader = {
    length: times.length,
    pictures: times.map((time) => ({ time })),
    nearest: (time: number) => times.indexOf(time),
    describe: (index: number) => at(index < 3 ? one : other),
  } as unknown as TrailReader;
  return { reader, times: [100, 1100] };
}

test.each([
  ['one face', 0.39, 0.9, 'same'],
  ['one face, as the trail says', 0.58, 0.5, 'same'],
  ['a picture far off that the trail does not bear out', 0.7, 0.58, 'doubtful'],
  ['a trail further off than its pictures', 0.58, 0.7, 'doubtful'],
  ['pictures and trail far off', 0.65, 0.62, 'different'],
] as const)('%s', (_, pictures, trail, people) => {
  expect(comparePeople([frame(0), frame(pictures)], trailOf(0, trail))).toBe(people);
});

test('without motion frames no difference between people is certain', () => {
  expect(comparePeople([frame(0), frame(0.59)], null)).toBe('same');
  expect(comparePeople([frame(0), frame(0.9)], null)).toBe('doubtful');
});
