import { randomBytes, randomInt } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { Challenge, ChallengeStep } from '../../contract/selfieCheck.ts';

const TURNS: readonly ChallengeStep[] = ['turn_left', 'turn_right'];
const OTHERS: readonly ChallengeStep[] = ['look_up', 'look_down', 'blink'];

/**
 * Draws a challenge: the face from the front, then two or three different steps that nobody can foresee. One of them
 * is a turn at least: the others look the same in a mirror, and a flat picture that is tipped over seems to blink.
 */
export function newChallenge(now: Date): Challenge {
  const turns = [...TURNS];
  const [turn] = turns.splice(randomInt(turns.length), 1);
  const left = [...turns, ...OTHERS];
  const drawn = Array.from({ length: randomInt(1, 3) }, () => left.splice(randomInt(left.length), 1)[0]!);
  drawn.splice(randomInt(drawn.length + 1), 0, turn!);
  return {
    nonce: randomBytes(24).toString('base64url'),
    steps: ['center', ...drawn],
    expiresAt: new Date(now.getTime() + limits.challengeSeconds * 1000).toISOString(),
  };
}
