/** A position in a picture, in pixels from its top left corner. */
export interface Point {
  x: number;
  y: number;
}

/** A detected face; lengths in pixels of the picture. */
export interface Face {
  /** The detector's confidence, 0.5 to 1. */
  score: number;
  /** From brow to chin, about square; may extend beyond the edge of the picture. */
  box: { x: number; y: number; width: number; height: number };
  /** Left and right are the person's own. */
  keypoints: Record<Keypoint, Point>;
}

export type Keypoint = 'rightEye' | 'leftEye' | 'nose' | 'mouth' | 'rightEar' | 'leftEar';

/**
 * The 468 points of the face mesh as 1404 numbers: x, y, z of each point. x and y are in pixels of the picture. z has
 * the same unit, decreases towards the camera, and is about 0 at the middle of the head. Numbering: MediaPipe face
 * mesh.
 * Source: Kartynnik et al., https://arxiv.org/abs/1907.06724
 */
export type Landmarks = Float32Array;

/** One of the landmarks. */
export function point(landmarks: Landmarks, index: number): { x: number; y: number; z: number } {
  return { x: landmarks[3 * index]!, y: landmarks[3 * index + 1]!, z: landmarks[3 * index + 2]! };
}

/** The square in which landmarks are searched, rotated by `angle` (radians, clockwise in the picture). */
export interface Region {
  x: number;
  y: number;
  side: number;
  angle: number;
}

/** The region of a detected face: aligned to the line of its eyes, 1.5 times the size of its box. */
export function regionOfFace({ box, keypoints }: Face): Region {
  return {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    side: 1.5 * Math.max(box.width, box.height),
    angle: angleBetween(keypoints.rightEye, keypoints.leftEye),
  };
}

/** The region of a face in the next frame, from its landmarks in this frame. */
export function regionOfLandmarks(landmarks: Landmarks): Region {
  const { angle, cos, sin, left, right, top, bottom } = extentOf(landmarks);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: x * cos - y * sin,
    y: x * sin + y * cos,
    side: 1.5 * Math.max(right - left, bottom - top),
    angle,
  };
}

/** The extent of landmarks along the line of the eyes and across it. `angle` is that of the line, in radians. */
export function extentOf(landmarks: Landmarks) {
  const angle = angleBetween(point(landmarks, 33), point(landmarks, 263));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < landmarks.length; i += 3) {
    const x = landmarks[i]! * cos + landmarks[i + 1]! * sin;
    const y = landmarks[i + 1]! * cos - landmarks[i]! * sin;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { angle, cos, sin, left, right, top, bottom };
}

function angleBetween(from: { x: number; y: number }, to: { x: number; y: number }): number {
  return Math.atan2(to.y - from.y, to.x - from.x);
}

/** The output of the landmarks model for a region. */
export interface Tracked {
  /** The model's confidence that there is a face, 0 to 1. Below 0.5 the landmarks are meaningless. */
  presence: number;
  landmarks: Landmarks;
}
