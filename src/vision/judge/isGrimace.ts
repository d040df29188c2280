import { type Landmarks, point } from '../face/Landmarks.ts';
import type { Mesh } from '../Measurement.ts';

/** By how much of themselves a mouth gets wider in a smile, and the way from eye to brow shorter in a frown. */
const SMILE = 0.12;
const FROWN = 0.18;

/** Whether eyes that look smaller belong to a smile or a frown rather than to a blink. */
export function isGrimace(neutral: Mesh, frame: Mesh): boolean {
  const [before, after] = [neutral.landmarks, frame.landmarks];
  return (
    mouthWidth(after) > (1 + SMILE) * mouthWidth(before) ||
    browHeight(after) < (1 - FROWN) * browHeight(before)
  );
}

/** Corner to corner, in widths of the face. */
function mouthWidth(landmarks: Landmarks): number {
  return distance(landmarks, 61, 291) / distance(landmarks, 234, 454);
}

/** Inner corners of the eyes to the brows above them, both taken together, in widths of the face. */
function browHeight(landmarks: Landmarks): number {
  return (distance(landmarks, 133, 55) + distance(landmarks, 362, 285)) / distance(landmarks, 234, 454);
}

function distance(landmarks: Landmarks, a: number, b: number): number {
  const [from, to] = [point(landmarks, a), point(landmarks, b)];
  return Math.hypot(from.x - to.x, from.y - to.y);
}
