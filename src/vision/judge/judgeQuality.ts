import type { MeasuredFace, Measurement } from '../Measurement.ts';
import { isBlurred } from './isBlurred.ts';
import type { Limits } from './limits.ts';

/** What can be wrong with a picture, in the order in which it is worth mending. */
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
 * Everything that is wrong with a picture as such; an empty list is a good one. `off_left` and `off_right` are
 * the person's own: too far to their left, too far to their right.
 * @param best the sharpest that this person was in front of this camera, if known.
 */
export function judgeQuality(measurement: Measurement, limits: Limits, best = 0): QualityProblem[] {
  const { face, faces } = measurement;
  if (!face || face.score < limits.minScore) return ['no_face'];
  if (face.mesh && face.mesh.presence < limits.minPresence) return ['no_face'];
  const wrong: [QualityProblem, boolean][] = [
    ['several_faces', faces > 1],
    ...framing(measurement, face, limits),
    ['too_dark', face.light < limits.minLight],
    ['too_bright', face.light > limits.maxLight],
    ['eyes_covered', areEyesCovered(face, limits)],
    ['blurred', isBlurred(face, limits) || face.sharpness < best * limits.minOwnSharpness],
  ];
  return wrong.filter(([, applies]) => applies).map(([problem]) => problem);
}

/** Whether something smooth is where an eye should be. Of a mouth nothing can be said: bare and covered ones overlap. */
function areEyesCovered({ mesh, sharpness }: MeasuredFace, { eyeDetail }: Limits): boolean {
  return mesh !== null && Math.min(mesh.eyeDetail.left, mesh.eyeDetail.right) < eyeDetail * sharpness;
}

function framing(
  { width, height }: Measurement,
  face: MeasuredFace,
  limits: Limits,
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
