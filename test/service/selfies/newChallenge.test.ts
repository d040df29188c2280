import { expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { newChallenge } from '../../../src/service/selfies/startCheck.ts';

const pairs: [ChallengeStep, ChallengeStep][] = [
  ['turn_left', 'turn_right'],
  ['look_up', 'look_down'],
];
const many = (before?: ChallengeStep[]) =>
  Array.from({ length: 200 }, () => newChallenge(new Date(), before).steps);

test('every challenge has a turn and a look, and nothing twice', () => {
  for (const steps of many()) {
    expect(steps[0]).toBe('center');
    expect(new Set(steps).size).toBe(steps.length);
    for (const pair of pairs) expect(steps.some((step) => pair.includes(step))).toBe(true);
  }
  expect(new Set(many().map(String)).size).toBeGreaterThan(20);
});

test('who could not do a step is asked for another', () => {
  for (const before of many().slice(0, 20)) {
    for (const steps of many(before).slice(0, 20)) {
      for (const pair of pairs) {
        const asked = steps.filter((step) => pair.includes(step));
        expect(asked).toHaveLength(1);
        if (!pair.every((step) => before.includes(step))) expect(before).not.toContain(asked[0]);
      }
    }
  }
});
