import { beforeAll, expect, test } from 'vitest';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import type { TestFaceFrame } from '../../src/testface/testFaceFrame.ts';
import { type Hint, type Measurement, measure, resolveThresholds } from '../../src/vision/index.ts';
import { CaptureGuide, guidanceThresholds } from '../../src/widget/selfie/capture/CaptureGuide.ts';
import { openFaceEngine, shot } from '../vision/support.ts';

const LIMITS = resolveThresholds();
const FRAME_MS = 40;

/** Measurements of some poses; each is drawn and measured once. */
let measureAt: (frame: TestFaceFrame) => Measurement;
beforeAll(async () => {
  const engine = await openFaceEngine();
  const known = new Map<string, Measurement>();
  measureAt = (frame) => {
    const key = JSON.stringify(frame);
    const measured = known.get(key) ?? measure(engine, shot(frame), LIMITS);
    known.set(key, measured);
    return measured;
  };
});

/** Shows poses in sequence, each for some milliseconds, and returns the results. */
const show = (steps: ChallengeStep[], poses: [TestFaceFrame, number][]) => {
  const guide = new CaptureGuide(guidanceThresholds(LIMITS));
  const taken: { step: ChallengeStep; at: number }[] = [];
  const hints: (Hint | null)[] = [];
  const reasons = new Set<Hint>();
  let now = 0;
  for (const [pose, ms] of poses) {
    for (const end = now + ms; now < end; now += FRAME_MS) {
      const step = steps[taken.length];
      if (!step) break;
      const { hint, reason, isTaken } = guide.next(step, measureAt(pose), now);
      if (hints.at(-1) !== hint || hints.length === 0) hints.push(hint);
      if (reason) reasons.add(reason);
      if (isTaken) taken.push({ step, at: now });
    }
  }
  return { taken, hints, reasons: [...reasons], isComplete: taken.length === steps.length };
};

test('captures one frame per step, in order', () => {
  const steps: ChallengeStep[] = ['center', 'turn_left', 'look_up', 'blink'];
  const poses: [TestFaceFrame, number][] = [
    [{}, 1200],
    [{ yaw: 24 }, 1200],
    [{ pitch: 19 }, 1200],
    [{ blink: 1 }, 1200],
  ];
  const { taken, isComplete } = show(steps, poses);
  expect(taken.map(({ step }) => step)).toEqual(steps);
  expect(isComplete).toBe(true);
});

test('says which way to turn, and does not accept the other way', () => {
  const { taken, hints, reasons } = show(
    ['center', 'turn_left'],
    [
      [{}, 1200],
      [{ yaw: -24 }, 3000],
    ],
  );
  expect(taken.map(({ step }) => step)).toEqual(['center']);
  expect(hints.at(-1)).toBe('turn_left');
  expect(reasons).toEqual(['turn_left']);
});

test('asks for more than the smallest turn that the service accepts', () => {
  const turned = (yaw: number) =>
    show(
      ['center', 'turn_left'],
      [
        [{}, 1200],
        [{ yaw }, 1500],
      ],
    ).isComplete;
  expect(turned(11)).toBe(false);
  expect(turned(22)).toBe(true);
});

test('the neutral frame requires a face at rest', () => {
  const restless: [TestFaceFrame, number][] = Array.from({ length: 40 }, (_, at) => [
    { x: at % 2 ? 2 : -2 },
    FRAME_MS,
  ]);
  const { taken, hints } = show(['center'], restless);
  expect(taken).toEqual([]);
  expect(hints).toContain('hold_still');
});

test.each<[string, TestFaceFrame, Hint]>([
  ['far away', { distance: 110 }, 'move_closer'],
  ['too near', { distance: 26 }, 'move_back'],
  ['in the dark', { light: 0.08 }, 'more_light'],
  ['turned away', { yaw: 30 }, 'look_straight'],
  ['too far to the own left', { x: 12 }, 'move_right'],
])('a face %s gets its hint', (_, pose, hint) => {
  const { taken, hints } = show(['center'], [[pose, 1000]]);
  expect(taken).toEqual([]);
  expect(hints).toEqual([hint]);
});

test('each hint stays for a second without flicker', () => {
  const blinking: [TestFaceFrame, number][] = Array.from({ length: 10 }, (_, at) => [
    at % 2 ? { distance: 110 } : { yaw: 30 },
    160,
  ]);
  expect(show(['center'], blinking).hints.length).toBeLessThanOrEqual(2);
});

test('after a step there is time to read before the next one is judged', () => {
  const { taken } = show(
    ['center', 'turn_left'],
    [
      [{}, 400],
      [{ yaw: 24 }, 3000],
    ],
  );
  expect(taken[1]!.at - taken[0]!.at).toBeGreaterThan(700);
});
