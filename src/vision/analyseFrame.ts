import type { FaceEngine } from './FaceEngine.ts';
import { judgeLight, type LightProblem } from './judge/judgeQuality.ts';
import type { CaptureThresholds } from './judge/thresholds.ts';
import type { Measurement } from './measurement.ts';
import type { Picture } from './picture.ts';
import { measure } from './Tracker.ts';

/**
 * Reads everything from a picture that a capture is judged by: light, face, landmarks, descriptor.
 * @throws RangeError as in `measure`; Error if the engine lacks a model.
 */
export function analyseFrame(engine: FaceEngine, picture: Picture, limits: CaptureThresholds): FrameAnalysis {
  const measurement = measure(engine, picture, limits);
  const mesh = measurement.face?.mesh;
  if (!mesh || mesh.presence < limits.minPresence) {
    return { lightProblem: judgeLight(picture), measurement, descriptor: null };
  }
  // The light of a picture with a face is not judged: a visible face has light, however dark the room behind it is.
  return { lightProblem: null, measurement, descriptor: engine.describe(mesh.landmarks) };
}

/** The analysis of one picture of a capture. */
export interface FrameAnalysis {
  /** Set if there is too little light or contrast to detect a face. */
  lightProblem: LightProblem | null;
  measurement: Measurement;
  /** The face descriptor, see `faceDistance`; `null` without a face. */
  descriptor: Float32Array | null;
}
