import type { Landmarks } from './face/face.ts';
import type { Pose } from './face/poseBetween.ts';

/** The measured content of one picture. Plain data: it can be posted between threads. */
export interface Measurement {
  /** Size of the picture that was looked at, in pixels. */
  width: number;
  height: number;
  /** How many faces count (see `otherFace` in `limitTable`). */
  faces: number;
  /** The largest face; `null` without a face. */
  face: MeasuredFace | null;
}

export interface MeasuredFace {
  /** The detector's confidence, 0 to 1; while a face is tracked without the detector, the landmark model's. */
  score: number;
  /** Middle and width of the face in pixels of the picture. */
  x: number;
  y: number;
  width: number;
  /** Mean luma of the face, 0 to 255. */
  light: number;
  /** Variance of the Laplacian on the face; comparable within one person and camera only. */
  sharpness: number;
  /** How fine its detail is in the direction where it is least: little of a face that moved while the picture was taken. */
  fineness: number;
  /** Values from the landmarks; `null` until their model is loaded. */
  mesh: Mesh | null;
}

export interface Mesh {
  /** The landmark model's confidence that there is a face, 0 to 1. */
  presence: number;
  landmarks: Landmarks;
  /** Against an average face, good to about 14 degrees of pitch: use `poseBetween` for anything finer. */
  pose: Pose;
  /** Height of each eye's opening in its widths: about 0.3 open, 0.2 shut; the person's own left and right. */
  openness: { left: number; right: number };
  /** Sharpness within each eye's opening, as `MeasuredFace.sharpness`; near 0 where a smooth surface covers the eye. */
  eyeDetail: { left: number; right: number };
}
