import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import type { Measurement } from '../measurement.ts';
import { judgeStep, type StepProblem } from './judgeStep.ts';
import type { CaptureThresholds } from './thresholds.ts';

/** The verdict on one step: met, or the problem; `no_face` without a face. */
export interface StepVerdict {
  step: ChallengeStep;
  problem: StepProblem | 'no_face' | null;
}

/** `passed`: every step was met. A live camera picture achieves that, or anything that moves like a head. */
export interface ChallengeVerdict {
  passed: boolean;
  steps: StepVerdict[];
}

/**
 * Judges a whole capture: one frame per step, in the order of the steps, the first being `center`. It does not compare
 * identities: compare the descriptors (`faceDistance`) as well. A challenge should contain at least one turn, because
 * the other steps look the same in a mirrored picture.
 * @throws RangeError if the numbers of frames and steps differ, or the first step isn't `center`.
 */
export function judgeChallenge(
  steps: ChallengeStep[],
  frames: Measurement[],
  limits: CaptureThresholds,
): ChallengeVerdict {
  if (steps[0] !== 'center' || frames.length !== steps.length) {
    throw new RangeError('A challenge has one frame per step and starts with center.');
  }
  const meshes = frames.map(({ face }) =>
    face?.mesh && face.mesh.presence >= limits.minPresence ? face.mesh : null,
  );
  const neutral = meshes[0];
  const verdicts = steps.map((step, i): StepVerdict => {
    const mesh = meshes[i];
    return { step, problem: neutral && mesh ? judgeStep(step, neutral, mesh, limits) : 'no_face' };
  });
  return { passed: verdicts.every(({ problem }) => problem === null), steps: verdicts };
}
