import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';

const turns: ChallengeStep[] = ['turn_left', 'turn_right'];
const looks: ChallengeStep[] = ['look_up', 'look_down'];
const pairs = turns.flatMap((turn) =>
  looks.flatMap((look): ChallengeStep[][] => [
    [turn, look],
    [look, turn],
  ]),
);

/** Challenges as the service draws them: each of two steps, and each of those with one step more at its end or between. */
export const everyChallenge: readonly ChallengeStep[][] = pairs.flatMap(([one, other]) => {
  const more = [...turns, ...looks, 'blink' as const].filter((step) => step !== one && step !== other);
  return [
    ['center', one!, other!],
    ...more.flatMap((step): ChallengeStep[][] => [
      ['center', one!, step, other!],
      ['center', one!, other!, step],
    ]),
  ];
});

/** One movement alone, which the service never asks for. */
export const everyMovement: readonly ChallengeStep[][] = [...turns, ...looks, 'blink' as const].map(
  (step) => ['center', step],
);
