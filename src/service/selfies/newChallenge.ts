import { randomBytes, randomInt } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { Challenge, ChallengeStep } from '../../contract/selfieCheck.ts';

const TURNS: readonly ChallengeStep[] = ['turn_left', 'turn_right'];
const LOOKS: readonly ChallengeStep[] = ['look_up', 'look_down'];

/**
 * Draws a challenge: the face from the front, then two or three different steps in an order that nobody can foresee. A
 * turn and a look up or down are always among them: alone, the one can be played with a print that is bent, and the
 * other looks the same in a mirror.
 * @param before the steps of the challenge that this person had last: another turn and another look are asked for, since
 *   there are people who can't do the one, and children who lean back instead of raising the chin.
 */
export function newChallenge(now: Date, before: readonly ChallengeStep[] = []): Challenge {
  const drawn = [draw(others(TURNS, before)), draw(others(LOOKS, before))];
  const left = ([...TURNS, ...LOOKS, 'blink'] as const).filter(
    (step) => !drawn.includes(step) && (step === 'blink' || !before.includes(step)),
  );
  if (left.length > 0 && randomInt(2) === 1) drawn.push(draw(left));
  return {
    nonce: randomBytes(24).toString('base64url'),
    steps: ['center', ...shuffled(drawn)],
    expiresAt: new Date(now.getTime() + limits.challengeSeconds * 1000).toISOString(),
  };
}

/** Those that were not asked for before, or all where each was. */
function others(steps: readonly ChallengeStep[], before: readonly ChallengeStep[]): readonly ChallengeStep[] {
  const fresh = steps.filter((step) => !before.includes(step));
  return fresh.length > 0 ? fresh : steps;
}

function draw(steps: readonly ChallengeStep[]): ChallengeStep {
  return steps[randomInt(steps.length)]!;
}

function shuffled(steps: readonly ChallengeStep[]): ChallengeStep[] {
  const rest = [...steps];
  return steps.map(() => rest.splice(randomInt(rest.length), 1)[0]!);
}
