import { judgeChallenge, type Mesh, type Step } from '../../../vision/index.ts';
import type { Look } from './Look.ts';
import { serviceLimits } from './serviceLimits.ts';

/**
 * How far a capture follows its challenge: the share of the steps that were met, 0 to 1. The first look is the
 * neutral one.
 */
export function judgeMovements(steps: Step[], looks: readonly Look[]): number {
  const frames = looks.map(({ measurement }) => measurement);
  const verdict = judgeChallenge(steps, frames, serviceLimits);
  const met = verdict.steps.filter(
    ({ step, problem }, index) =>
      problem === null && !(step === 'blink' && isTipped(frames[0]!.face!.mesh!, frames[index]!.face!.mesh!)),
  );
  return met.length / steps.length;
}

/** Whether the face lost height: eyes of a flat picture close as it is tipped over, and the rest of it with them. */
function isTipped(neutral: Mesh, blink: Mesh): boolean {
  return upright(blink) < serviceLimits.blinkHeight * upright(neutral);
}

/** Top of the forehead to foot of the nose, in widths of the face. */
function upright({ landmarks }: Mesh): number {
  const far = (a: number, b: number) =>
    Math.hypot(landmarks[3 * a]! - landmarks[3 * b]!, landmarks[3 * a + 1]! - landmarks[3 * b + 1]!);
  return far(10, 2) / far(234, 454);
}
