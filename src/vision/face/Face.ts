/** A place in a picture, in pixels from its top left corner. */
export interface Point {
  x: number;
  y: number;
}

/** A face as the detector sees it; lengths in pixels of the picture. */
export interface Face {
  /** How sure the detector is, 0.5 to 1. */
  score: number;
  /** From brow to chin, about square; may reach over the edge of the picture. */
  box: { x: number; y: number; width: number; height: number };
  /** Left and right are the person's own. */
  keypoints: Record<Keypoint, Point>;
}

export type Keypoint = 'rightEye' | 'leftEye' | 'nose' | 'mouth' | 'rightEar' | 'leftEar';
