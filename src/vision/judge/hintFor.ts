import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import type { MeasuredFace, Measurement } from '../measurement.ts';
import { isBlurred, judgeQuality, type QualityProblem } from './judgeQuality.ts';
import { judgeStep } from './judgeStep.ts';
import type { CaptureThresholds } from './thresholds.ts';

/** The criteria for a frame. */
export interface Guidance {
  limits: CaptureThresholds;
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

/** The shown hint, and the wanted one with its start. Times in milliseconds, from any one clock. */
export interface HeldHint {
  shown: Hint | null;
  since: number;
  pending: Hint | null;
  pendingSince: number;
}

/** Each hint stays long enough to be read, and nothing shows that was only meant for a moment. */
const hold = { read: 1200, settle: 250 } as const;

/**
 * Decides which hint to show now.
 * @param current the answer of the call before, `null` at first.
 * @param target what `hintFor` says about the frame now; `null` when all is well, which shows at once.
 * @param now milliseconds, never going back.
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
 * Whether something smooth is where both eyes should be: of a turned head one eye says nothing, of a blink the lids
 * still have lashes.
 */
export function areBothEyesCovered(
  { mesh, sharpness }: MeasuredFace,
  { eyeDetail }: CaptureThresholds,
): boolean {
  return mesh !== null && Math.max(mesh.eyeDetail.left, mesh.eyeDetail.right) < eyeDetail * sharpness;
}

/** The page's instruction to the person, one at a time. Left and right are the person's own. */
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
