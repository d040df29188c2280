import { poseBetween } from '../face/poseBetween.ts';
import { faceLight } from './faceLight.ts';
import { sceneLikeness } from './sceneLikeness.ts';
import type { TrailFrame } from './TrailFrame.ts';

/**
 * Whether a face, its light and its surroundings changed from one frame to another as people and cameras change them
 * within so many milliseconds. In films of people talking and turning the greatest turn was 12 degrees in 0.1 s, 19 in
 * 0.2 s, 25 in 0.3 s and 28 in 0.5 s, the least likeness of the surroundings 0.78, 0.66, 0.65 and 0.52, the logarithm of
 * the ratio of the lumas at most 0.10 to 0.16 and of the widths 0.09 to 0.13, the way of the face 0.07 to 0.17 of its width.
 * One of 4,884 such pairs, of six films at two sizes, is beyond these bounds; of 380 pairs of photographs of one person 14 are within those of 0.45 s.
 */
export function isContinuous(a: TrailFrame, b: TrailFrame, ms: number): boolean {
  const seconds = Math.min(ms, 500) / 1000;
  const [one, other] = [a.scene.face, b.scene.face];
  const { yaw, pitch, roll } = poseBetween(a.landmarks, b.landmarks);
  return (
    Math.hypot(yaw, pitch, roll) <= 14 + 40 * seconds &&
    Math.abs(Math.log(faceLight(b.scene) / faceLight(a.scene))) <= 0.12 + 0.25 * seconds &&
    Math.abs(Math.log(other.width / one.width)) <= 0.11 + 0.2 * seconds &&
    Math.hypot(one.x - other.x, one.y - other.y) / one.width <= 0.12 + 0.45 * seconds &&
    // What costs most comes last.
    (sceneLikeness(a.scene, b.scene) ?? 1) >= 0.725 - 0.35 * seconds
  );
}
