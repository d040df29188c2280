import { expect, test } from 'vitest';
import type { ChallengeMovement, ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { newChallenge } from '../../../src/service/selfies/selfieCheck.ts';

const pairs: [ChallengeMovement, ChallengeMovement][] = [
  ['turn_left', 'turn_right'],
  ['look_up', 'look_down'],
];
const many = (count: number, stuckAt?: ChallengeMovement[]) =>
  Array.from({ length: count }, () => newChallenge(new Date(), stuckAt).steps);
const hasBoth = (steps: ChallengeStep[]) =>
  pairs.every((pair) => steps.some((step) => (pair as ChallengeStep[]).includes(step)));

test('every challenge has a turn and a look, and no movement twice in a row', () => {
  for (const steps of many(500)) {
    expect(steps[0]).toBe('center');
    expect([4, 5]).toContain(steps.length);
    expect(steps.filter((step, index) => step === steps[index - 1])).toEqual([]);
    expect(hasBoth(steps)).toBe(true);
  }
});

test('hundreds of challenges are equally likely', () => {
  const counts = new Map<string, number>();
  for (const steps of many(32_800)) counts.set(String(steps), (counts.get(String(steps)) ?? 0) + 1);
  expect(counts.size).toBe(328);
  // Chi-squared with 327 degrees of freedom: beyond 460 once in a million runs.
  const squares = [...counts.values()].reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
  expect(squares).toBeLessThan(460);
});

test('a movement that the person could not do is not requested again', () => {
  for (const movement of ['turn_left', 'look_up', 'blink'] as const) {
    for (const steps of many(100, [movement])) expect(steps).not.toContain(movement);
  }
  for (const steps of many(100, ['look_up', 'blink', 'turn_right'])) {
    expect(new Set(steps)).toEqual(new Set(['center', 'turn_left', 'look_down']));
  }
});

test('if both movements of a required pair failed, the first is requested again', () => {
  for (const steps of many(100, ['look_up', 'look_down'])) {
    expect(steps).toContain('look_up');
    expect(steps).not.toContain('look_down');
  }
});
