import type { Face } from './Face.ts';
import { type Landmarks, point } from './Landmarks.ts';

/** A square in a picture, turned by `angle` (radians, clockwise as seen): where the landmarks are looked for. */
export interface Region {
  x: number;
  y: number;
  side: number;
  angle: number;
}

/** The region of a detected face: upright by its eyes, half as large again as its box. */
export function regionOfFace({ box, keypoints }: Face): Region {
  return {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    side: 1.5 * Math.max(box.width, box.height),
    angle: angleBetween(keypoints.rightEye, keypoints.leftEye),
  };
}

/** The region of a face in the next frame, given its landmarks in this one. */
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

/** How far landmarks reach along the line of the eyes and across it; `angle` is that of the line, in radians. */
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
