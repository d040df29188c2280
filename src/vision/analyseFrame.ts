import type { Eye } from './Eye.ts';
import type { FrameAnalysis } from './FrameAnalysis.ts';
import { judgeLight } from './judge/judgeLight.ts';
import type { Limits } from './judge/limits.ts';
import { measure } from './measure.ts';
import type { Picture } from './Picture.ts';

/**
 * Reads from a picture everything that a capture is judged by: light, face, landmarks, descriptor.
 * @throws RangeError as `measure`; Error when the eye lacks a model.
 */
export function analyseFrame(eye: Eye, picture: Picture, limits: Limits): FrameAnalysis {
  const measurement = measure(eye, picture, limits);
  const mesh = measurement.face?.mesh;
  if (!mesh || mesh.presence < limits.minPresence) {
    return { lightProblem: judgeLight(picture), measurement, descriptor: null };
  }
  // A face that can be seen has light, however dark the room behind it is.
  return { lightProblem: null, measurement, descriptor: eye.describe(mesh.landmarks) };
}
