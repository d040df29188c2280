import type { MeasuredFace, Measurement } from '../measurement.ts';
import type { Picture } from '../picture.ts';
import type { CaptureThresholds } from './thresholds.ts';

/** A quality problem of a picture, in the order in which the person should fix them. */
export type QualityProblem =
  | 'no_face'
  | 'several_faces'
  | 'too_small'
  | 'too_large'
  | 'off_right'
  | 'off_left'
  | 'off_top'
  | 'off_bottom'
  | 'too_dark'
  | 'too_bright'
  | 'eyes_covered'
  | 'blurred';

/**
 * All quality problems of a picture; empty for a good one. `off_left` and `off_right` are the person's own: too far to
 * their left, too far to their right.
 * @param best the best sharpness of this person in front of this camera, if known.
 */
export function judgeQuality(
  measurement: Measurement,
  limits: CaptureThresholds,
  best = 0,
): QualityProblem[] {
  const { face, faces } = measurement;
  if (!face || face.score < limits.minScore) return ['no_face'];
  if (face.mesh && face.mesh.presence < limits.minPresence) return ['no_face'];
  const problems: [QualityProblem, boolean][] = [
    ['several_faces', faces > 1],
    ...framing(measurement, face, limits),
    ['too_dark', face.light < limits.minLight],
    ['too_bright', face.light > limits.maxLight],
    ['eyes_covered', areEyesCovered(face, limits)],
    ['blurred', isBlurred(face, limits) || face.sharpness < best * limits.minOwnSharpness],
  ];
  return problems.filter(([, applies]) => applies).map(([problem]) => problem);
}

/**
 * Whether a smooth surface covers an eye. Covered mouths are not detected, because the values of bare and covered ones
 * overlap.
 */
function areEyesCovered({ mesh, sharpness }: MeasuredFace, { eyeDetail }: CaptureThresholds): boolean {
  return mesh !== null && Math.min(mesh.eyeDetail.left, mesh.eyeDetail.right) < eyeDetail * sharpness;
}

function framing(
  { width, height }: Measurement,
  face: MeasuredFace,
  limits: CaptureThresholds,
): [QualityProblem, boolean][] {
  const short = Math.min(width, height);
  const across = (face.x - width / 2) / short;
  const down = (face.y - height / 2) / short;
  return [
    ['too_small', face.width < limits.minFacePixels || face.width < limits.minFace * short],
    ['too_large', face.width > limits.maxFace * short],
    ['off_left', across > limits.maxOffset],
    ['off_right', across < -limits.maxOffset],
    ['off_top', down < -limits.maxOffset],
    ['off_bottom', down > limits.maxOffset],
  ];
}

/** Whether a face is out of focus, or moved during the exposure. */
export function isBlurred({ sharpness, fineness }: MeasuredFace, limits: CaptureThresholds): boolean {
  return sharpness < limits.minSharpness || fineness < limits.minFineness;
}

/** Too dark for a face to be detected, or nearly uniform. */
export type LightProblem = 'too_dark' | 'no_contrast';

/** Limits of the luma, 0 to 255: the minimum mean, and the minimum standard deviation. */
const DARKEST_MEAN = 28;
const FLATTEST_DEVIATION = 4;
const SAMPLES = 20_000;

/** Checks the light and contrast of a picture; `null` if both are sufficient. Luma by ITU-R BT.601, sampled evenly. */
export function judgeLight({ data, channels }: Picture): LightProblem | null {
  const pixels = data.length / channels;
  const stride = Math.max(1, Math.floor(pixels / SAMPLES));
  let [count, sum, squares] = [0, 0, 0];
  for (let pixel = 0; pixel < pixels; pixel += stride, count++) {
    const at = pixel * channels;
    const luma = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
    sum += luma;
    squares += luma * luma;
  }
  const mean = sum / count;
  if (mean < DARKEST_MEAN) return 'too_dark';
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
  return deviation < FLATTEST_DEVIATION ? 'no_contrast' : null;
}
