import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { TestFaceFrame } from '../../src/testface/testFaceFrame.ts';
import {
  type CaptureThresholds,
  type Guidance,
  type Hint,
  hintFor,
  holdHint,
  judgeQuality,
  type Measurement,
  measure,
  type Picture,
  resolveThresholds,
  Tracker,
  thresholdTable,
} from '../../src/vision/index.ts';
import { decode, openFaceEngine, shot } from './support.ts';

const engine = await openFaceEngine();
const limits = resolveThresholds();
const measured = (frame: TestFaceFrame) => measure(engine, shot(frame), limits);

describe('quality', () => {
  const cases: [string, TestFaceFrame, string[]][] = [
    ['a good frame', {}, []],
    ['far away', { distance: 110 }, ['too_small']],
    ['too near', { distance: 24, y: -1 }, ['too_large']],
    ['to the left', { x: 9 }, ['off_left']],
    ['to the right', { x: -9 }, ['off_right']],
    ['too high', { y: 8 }, ['off_top']],
    ['too low', { y: -9 }, ['off_bottom']],
    ['dark', { light: 0.06 }, ['too_dark']],
  ];
  test.each(cases)('%s', (_, frame, expected) => {
    expect(judgeQuality(measured(frame), limits)).toEqual(expect.arrayContaining(expected));
    expect(judgeQuality(measured(frame), limits)[0]).toBe(expected[0]);
  });

  test('reports no face, two faces, a blurred and an overexposed face', async () => {
    const grey: Picture = {
      width: 640,
      height: 480,
      data: new Uint8Array(640 * 480 * 4).fill(128),
      channels: 4,
    };
    expect(judgeQuality(measure(engine, grey, limits), limits)).toEqual(['no_face']);
    const two = await changed((image) => image.extract({ left: 160, top: 0, width: 320, height: 480 }), 2);
    expect(judgeQuality(measure(engine, two, limits), limits)).toContain('several_faces');
    const blurred = await changed((image) => image.blur(4));
    expect(judgeQuality(measure(engine, blurred, limits), limits)).toEqual(['blurred']);
    const bright = await changed((image) => image.linear(0.4, 150));
    expect(judgeQuality(measure(engine, bright, limits), limits)).toContain('too_bright');
  });

  test.each([
    ['across', (_column: number, row: number) => row === 0],
    ['down', (column: number) => column === 0],
    ['aslant', (column: number, row: number) => column === row],
  ])('reports motion blur: a face that moved %s', async (_, isWay) => {
    const reach = Array.from({ length: 21 }, (__, n) => n - 10);
    const kernel = reach.flatMap((row) => reach.map((column) => (isWay(column, row) ? 1 / 21 : 0)));
    const moved = await changed((image) => image.convolve({ width: 21, height: 21, kernel }));
    const blurred = measure(engine, moved, limits);
    expect(judgeQuality(blurred, limits)).toEqual(['blurred']);
    expect(blurred.face!.fineness).toBeLessThan(measured({}).face!.fineness / 2);
  });

  test('blur is judged relative to the sharpest frame of the same person', () => {
    const good = measured({});
    expect(judgeQuality(good, limits, good.face!.sharpness * 1.5)).toEqual([]);
    expect(judgeQuality(good, limits, good.face!.sharpness * 2.5)).toEqual(['blurred']);
  });
});

describe('thresholds', () => {
  test('defaults lie within their bounds, and bounds are enforced', () => {
    for (const [name, { value, min, max }] of Object.entries(thresholdTable)) {
      expect(resolveThresholds({ [name]: min })[name as keyof CaptureThresholds]).toBe(min);
      expect(value, name).toBeGreaterThanOrEqual(min);
      expect(value, name).toBeLessThanOrEqual(max);
      for (const wrong of [min - 0.01, max + 0.01, Number.NaN, undefined]) {
        expect(() => resolveThresholds({ [name]: wrong }), name).toThrow(name);
      }
    }
    expect(() => resolveThresholds({ toString: 1 } as Partial<CaptureThresholds>)).toThrow('toString');
  });
});

describe('hints', () => {
  const guidance: Guidance = { limits, step: 'center', neutral: null, previous: null, best: 0 };
  const neutral = measured({});

  test.each([
    [{}, null],
    [{ distance: 110 }, 'move_closer'],
    [{ x: 9 }, 'move_right'],
    [{ y: -9 }, 'move_up'],
    [{ light: 0.06 }, 'more_light'],
    [{ yaw: 25 }, 'look_straight'],
    [{ roll: 25 }, 'look_straight'],
  ] as [TestFaceFrame, Hint | null][])('%o at the start: %s', (frame, hint) => {
    expect(hintFor(measured(frame), guidance)).toBe(hint);
  });

  test('asks to hold still during movement, and while landmarks are missing', () => {
    expect(hintFor(measured({ x: 2.5 }), { ...guidance, previous: neutral })).toBe('hold_still');
    const early: Measurement = { ...neutral, face: { ...neutral.face!, mesh: null } };
    expect(hintFor(early, guidance)).toBe('hold_still');
  });

  test('asks for a step until it is met, and ignores framing then', () => {
    const turning: Guidance = { ...guidance, step: 'turn_left', neutral };
    expect(hintFor(neutral, turning)).toBe('turn_left');
    expect(hintFor(measured({ yaw: -25 }), turning)).toBe('turn_left');
    expect(hintFor(measured({ yaw: 25, x: 8 }), turning)).toBe(null);
    expect(hintFor(measured({ blink: 1 }), { ...turning, step: 'blink' })).toBe(null);
    expect(hintFor(measured({ blink: 1, yaw: 25 }), { ...turning, step: 'blink' })).toBe('look_straight');
  });

  test('does not capture a step whose picture the check would refuse', () => {
    const turning: Guidance = { ...guidance, step: 'turn_left', neutral };
    const turned = measured({ yaw: 25 });
    const face = turned.face!;
    const hint = (change: Partial<typeof face>) =>
      hintFor({ ...turned, face: { ...face, ...change } }, turning);
    const eyes = (left: number, right: number) => ({ mesh: { ...face.mesh!, eyeDetail: { left, right } } });
    expect(hint({})).toBe(null);
    expect(hint({ sharpness: limits.minSharpness - 1 })).toBe('hold_still');
    expect(hint({ fineness: limits.minFineness - 0.01 })).toBe('hold_still');
    expect(hint({ width: limits.minFacePixels - 1 })).toBe('move_closer');
    expect(hint(eyes(0, 0))).toBe('uncover_eyes');
    // The far eye of a turned head says nothing.
    expect(hint(eyes(0, face.sharpness))).toBe(null);
  });

  test('a hint stays long enough to read, and a brief one is never shown', () => {
    let hint = holdHint(null, 'move_closer', 0);
    expect(hint.shown).toBe('move_closer');
    hint = holdHint(hint, 'more_light', 100);
    expect(hint.shown).toBe('move_closer');
    hint = holdHint(hint, 'more_light', 1250);
    expect(hint.shown).toBe('more_light');
    hint = holdHint(hint, 'no_face', 2500);
    hint = holdHint(hint, 'more_light', 2600);
    hint = holdHint(hint, 'no_face', 2700);
    expect(hint.shown).toBe('more_light');
    expect(holdHint(hint, null, 2710).shown).toBe(null);
    expect(holdHint(hint, 'no_face', 3000).shown).toBe('no_face');
  });
});

test('a tracker follows a face, notices a second person, and loses a face that leaves', async () => {
  const tracker = new Tracker(engine, limits);
  for (let i = 0; i < 12; i++) {
    const { faces, face } = tracker.next(shot({ x: i / 2 - 3, yaw: 2 * i }));
    expect(faces).toBe(1);
    expect(face!.mesh!.presence).toBeGreaterThan(0.9);
  }
  const two = await changed((image) => image.extract({ left: 160, top: 0, width: 320, height: 480 }), 2);
  const counts = [0, 1, 2, 3, 4, 5].map(() => tracker.next(two).faces);
  expect(counts.at(-1)).toBe(2);
  const empty: Picture = { ...two, data: new Uint8Array(two.data.length).fill(90) };
  const last = [0, 1, 2].map(() => tracker.next(empty)).at(-1)!;
  expect(judgeQuality(last, limits)).toEqual(['no_face']);
});

/** The neutral frame, changed, and set side by side so many times. */
async function changed(change: (image: Sharp) => Sharp, times = 1): Promise<Picture> {
  const { width, height, data } = shot({});
  const one = await change(sharp(data, { raw: { width, height, channels: 4 } }))
    .png()
    .toBuffer();
  if (times === 1) return decode(one);
  const { width: each } = await sharp(one).metadata();
  const copies = Array.from({ length: times }, (_, i) => ({ input: one, left: i * each, top: 0 }));
  const canvas = { width: each * times, height, channels: 3 as const, background: '#888' };
  return decode(await sharp({ create: canvas }).composite(copies).png().toBuffer());
}
