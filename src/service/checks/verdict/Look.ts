import type { SelfieReason } from '../../../contract/selfieCheck.ts';
import type { Measurement } from '../../../vision/index.ts';

/** What was seen in one picture. Lives as long as the judgement does. */
export interface Look {
  /** That there is too little light or contrast for anything. */
  unlit: SelfieReason | null;
  measurement: Measurement;
  /** Sharpness within each eye's opening, as `MeasuredFace.sharpness`; `null` without a face. */
  eyes: [right: number, left: number] | null;
  /** Whose face it is, see `faceDistance`; `null` without a face. */
  descriptor: Float32Array | null;
}
