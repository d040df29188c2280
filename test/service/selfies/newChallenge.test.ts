import { expect, test } from 'vitest';
import { ChallengeMovement, type ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { newChallenge, possibleOrders } from '../../../src/service/selfies/drawChallenge.ts';

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

const movements = ChallengeMovement.options;
const kinds = (history: ChallengeMovement[]) => new Set(possibleOrders(history).map(String)).size;

test('a movement that the person could not do is not requested again', () => {
  for (const movement of movements) {
    for (const steps of many(200, [movement])) {
      expect(steps).not.toContain(movement);
      expect([5, 6]).toContain(steps.length);
      expect(steps.filter((step, index) => step === steps[index - 1])).toEqual([]);
      expect(hasBoth(steps)).toBe(true);
    }
  }
});

test('no history of a case leaves fewer orders than a new case has', () => {
  expect(Object.fromEntries(movements.map((movement) => [movement, kinds([movement])]))).toEqual({
    turn_left: 356,
    turn_right: 356,
    look_up: 356,
    look_down: 356,
    blink: 424,
  });
  expect(kinds([])).toBe(328);
});

test('a second movement that the person could not do leaves one picture, for a reviewer', () => {
  for (const first of movements)
    for (const second of movements)
      if (second !== first)
        expect(new Set(many(20, [first, second]).map(String))).toEqual(new Set(['center']));
});
