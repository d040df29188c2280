import type { LightProblem } from './judge/judgeLight.ts';
import type { Measurement } from './Measurement.ts';

/** All that is read from one picture of a capture. */
export interface FrameAnalysis {
  /** That there is too little light or contrast for anything. */
  lightProblem: LightProblem | null;
  measurement: Measurement;
  /** Whose face it is, see `faceDistance`; `null` without a face. */
  descriptor: Float32Array | null;
}
