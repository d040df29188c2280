import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import type { MeasuredFace, Measurement } from '../measurement.ts';
import { isBlurred, judgeQuality, type QualityProblem } from './judgeQuality.ts';
import { judgeStep } from './judgeStep.ts';
import type { CaptureThresholds } from './thresholds.ts';

/** The criteria for a frame. */
export interface Guidance {
  limits: CaptureThresholds;
  /** The current step. */
  step: ChallengeStep;
  /** The measurement of the accepted neutral frame; `null` while the step is `center`. */
  neutral: Measurement | null;
  /** The measurement of the previous frame, to detect movement. */
  previous: Measurement | null;
  /** The best sharpness of this person so far, 0 at first. */
  best: number;
}

/**
 * The hint for a frame; `null` means that the frame shows the step and may be accepted. While the landmarks are still
 * loading, a good frame gives `hold_still`.
 */
export function hintFor(measurement: Measurement, guidance: Guidance): Hint | null {
  const { limits, step, neutral, previous, best } = guidance;
  const problems = judgeQuality(measurement, limits, best);
  // A turning head leaves the middle and blurs: only the neutral frame must be well framed.
  const problem = problems.find((one) => step === 'center' || always.includes(one));
  if (problem && problem !== 'blurred') return hints[problem];
  const mesh = measurement.face?.mesh;
  if (!mesh) return 'hold_still';
  if (step !== 'center' && neutral?.face?.mesh) {
    const missing = judgeStep(step, neutral.face.mesh, mesh, limits);
    if (missing) return missing === 'not_straight' ? 'look_straight' : step;
    if (areBothEyesCovered(measurement.face!, limits)) return 'uncover_eyes';
    // The person's best sharpness is not used here, because a turned face has less detail.
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

/** The distance by which the face moved since the previous frame, in face widths. */
function moved(previous: Measurement | null, { face }: Measurement): number {
  if (!previous?.face || !face) return 0;
  return Math.hypot(face.x - previous.face.x, face.y - previous.face.y) / face.width;
}

/** The shown hint, and the next hint with its start. Times in milliseconds of one clock. */
export interface HeldHint {
  shown: Hint | null;
  since: number;
  pending: Hint | null;
  pendingSince: number;
}

/** Milliseconds: each hint stays long enough to be read, and a hint that lasts only a moment is not shown. */
const hold = { read: 1200, settle: 250 } as const;

/**
 * Selects the hint to show now.
 * @param current the result of the previous call, `null` at first.
 * @param target the result of `hintFor` for the current frame; `null` if the frame is accepted, which is shown at once.
 * @param now milliseconds, monotonic.
 */
export function holdHint(current: HeldHint | null, target: Hint | null, now: number): HeldHint {
  if (!current || target === null) return { shown: target, since: now, pending: target, pendingSince: now };
  const pendingSince = current.pending === target ? current.pendingSince : now;
  if (current.shown === target) return { ...current, pending: target, pendingSince };
  const read = current.shown === null || now - current.since >= hold.read;
  const settled = now - pendingSince >= hold.settle;
  return read && settled
    ? { shown: target, since: now, pending: target, pendingSince }
    : { ...current, pending: target, pendingSince };
}

/**
 * Whether both eyes are covered by a smooth surface. Both are required: a turned head hides one eye. In a blink the
 * lids still have the detail of the lashes.
 */
export function areBothEyesCovered(
  { mesh, sharpness }: MeasuredFace,
  { eyeDetail }: CaptureThresholds,
): boolean {
  return mesh !== null && Math.max(mesh.eyeDetail.left, mesh.eyeDetail.right) < eyeDetail * sharpness;
}

/** An instruction to the person, one at a time. Left and right are the person's own. */
export type Hint =
  | 'no_face'
  | 'several_faces'
  | 'move_closer'
  | 'move_back'
  | 'move_left'
  | 'move_right'
  | 'move_up'
  | 'move_down'
  | 'more_light'
  | 'too_bright'
  | 'uncover_eyes'
  | 'hold_still'
  | 'look_straight'
  | Exclude<ChallengeStep, 'center'>;
