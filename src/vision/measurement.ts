import type { Landmarks } from './face/face.ts';
import type { Pose } from './face/poseBetween.ts';

/** The measurements of one picture. Plain data that can be posted between threads. */
export interface Measurement {
  /** Size of the measured picture, in pixels. */
  width: number;
  height: number;
  /** Number of faces that count (see `otherFace` in `thresholdTable`). */
  faces: number;
  /** The largest face; `null` without a face. */
  face: MeasuredFace | null;
}

export interface MeasuredFace {
  /**
   * The detector's confidence, 0 to 1. While a face is tracked without the detector, the confidence of the landmark
   * model.
   */
  score: number;
  /** Middle and width of the face in pixels of the picture. */
  x: number;
  y: number;
  width: number;
  /** Mean luma of the face, 0 to 255. */
  light: number;
  /** Variance of the Laplacian on the face; comparable only within one person and camera. */
  sharpness: number;
  /** Fineness of its detail in the weakest direction, see `finenessOf`. Low if the face moved during the exposure. */
  fineness: number;
  /** Values from the landmarks; `null` until their model is loaded. */
  mesh: Mesh | null;
}

export interface Mesh {
  /** The landmark model's confidence that there is a face, 0 to 1. */
  presence: number;
  landmarks: Landmarks;
  /** Relative to an average face, accurate to about 14 degrees of pitch. For higher accuracy use `poseBetween`. */
  pose: Pose;
  /** Height of each eye's opening divided by its width: about 0.3 open, 0.2 shut; the person's own left and right. */
  openness: { left: number; right: number };
  /**
   * Sharpness within each eye's opening, measured as `MeasuredFace.sharpness`; near 0 if a smooth surface covers the
   * eye.
   */
  eyeDetail: { left: number; right: number };
}
