import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import type { Measurement } from '../Measurement.ts';
import { areBothEyesCovered } from './areBothEyesCovered.ts';
import type { Hint } from './Hint.ts';
import { isBlurred } from './isBlurred.ts';
import { judgeQuality, type QualityProblem } from './judgeQuality.ts';
import { judgeStep } from './judgeStep.ts';
import type { Limits } from './limits.ts';

/** What a frame is held against. */
export interface Guidance {
  limits: Limits;
  /** The step the person is at. */
  step: ChallengeStep;
  /** The measurement of the neutral frame that was taken; `null` while the step is `center`. */
  neutral: Measurement | null;
  /** The frame before this one, to see movement. */
  previous: Measurement | null;
  /** The sharpest this person was so far, 0 at first. */
  best: number;
}

/**
 * What to tell the person about a frame; `null` means that the frame shows the step and may be taken.
 * While the landmarks are still loading, a good frame says `hold_still`.
 */
export function hintFor(measurement: Measurement, guidance: Guidance): Hint | null {
  const { limits, step, neutral, previous, best } = guidance;
  const problems = judgeQuality(measurement, limits, best);
  // A head that turns leaves the middle and blurs: only the neutral frame must be framed well.
  const problem = problems.find((one) => step === 'center' || always.includes(one));
  if (problem && problem !== 'blurred') return hints[problem];
  const mesh = measurement.face?.mesh;
  if (!mesh) return 'hold_still';
  if (step !== 'center' && neutral?.face?.mesh) {
    const missing = judgeStep(step, neutral.face.mesh, mesh, limits);
    if (missing) return missing === 'not_straight' ? 'look_straight' : step;
    if (areBothEyesCovered(measurement.face!, limits)) return 'uncover_eyes';
    // The best of this person does not count here: a turned face has less detail.
    return isBlurred(measurement.face!, limits) ? 'hold_still' : null;
  }
  if (judgeStep('center', mesh, mesh, limits)) return 'look_straight';
  return problem === 'blurred' || moved(previous, measurement) > limits.maxMotion ? 'hold_still' : null;
}

const always: QualityProblem[] = [
  'no_face',
  'several_faces',
  'too_small',
  'too_large',
  'too_dark',
  'too_bright',
];

const hints: Record<Exclude<QualityProblem, 'blurred'>, Hint> = {
  no_face: 'no_face',
  several_faces: 'several_faces',
  too_small: 'move_closer',
  too_large: 'move_back',
  off_left: 'move_right',
  off_right: 'move_left',
  off_top: 'move_down',
  off_bottom: 'move_up',
  too_dark: 'more_light',
  too_bright: 'too_bright',
  eyes_covered: 'uncover_eyes',
};

/** How far the face moved since the frame before, in its own widths. */
function moved(previous: Measurement | null, { face }: Measurement): number {
  if (!previous?.face || !face) return 0;
  return Math.hypot(face.x - previous.face.x, face.y - previous.face.y) / face.width;
}
