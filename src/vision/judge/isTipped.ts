import { type Landmarks, point } from '../face/Landmarks.ts';
import type { Mesh } from '../Measurement.ts';

/**
 * In a blink the upper face keeps at least this share of its height, in its widths. A picture that is tipped over
 * until its eyes seem shut loses a quarter.
 */
const KEPT_HEIGHT = 0.85;

/** Whether the face lost height: eyes of a flat picture close as it is tipped over, and the rest of it with them. */
export function isTipped(neutral: Mesh, frame: Mesh): boolean {
  return upperHeight(frame.landmarks) < KEPT_HEIGHT * upperHeight(neutral.landmarks);
}

/** Top of the forehead to foot of the nose, in widths of the face. */
function upperHeight(landmarks: Landmarks): number {
  const distance = (a: number, b: number) => {
    const [from, to] = [point(landmarks, a), point(landmarks, b)];
    return Math.hypot(from.x - to.x, from.y - to.y);
  };
  return distance(10, 2) / distance(234, 454);
}
