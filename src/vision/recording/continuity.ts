import { poseBetween } from '../face/poseBetween.ts';
import { backgroundLikeness } from './backgroundLikeness.ts';
import { faceLight } from './faceIllumination.ts';
import type { TrailFrame } from './TrailReader.ts';
import type { Thumbnail } from './thumbnail.ts';

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
    (backgroundLikeness(a.scene, b.scene) ?? 1) >= 0.725 - 0.35 * seconds
  );
}

/** RMS difference of lumas below which two pictures have nothing to blend. */
const MIN_CHANGE = 8;
/** The residual of a blend, as a share of the change; a head that moves leaves 0.18 and more. */
const MAX_LEFT = 0.1;

/**
 * Whether all pictures between two are nothing but one faded into the other: no head that turns looks like a mixture of
 * where it was and where it will be.
 */
export function isBlend(from: Thumbnail, between: readonly Thumbnail[], to: Thumbnail): boolean {
  const cells = from.luma.length;
  let along = 0;
  for (let i = 0; i < cells; i++) along += (to.luma[i]! - from.luma[i]!) ** 2;
  if (between.length === 0 || Math.sqrt(along / cells) < MIN_CHANGE) return false;
  const most = MAX_LEFT ** 2 * along;
  return between.every((middle) => residual(from.luma, middle.luma, to.luma, along) < most);
}

/**
 * The residual of `middle` from the best mixture of the other two, by least squares; squared, over all cells.
 * @param along the change from the first to the last, squared, of all cells.
 */
function residual(from: Float32Array, middle: Float32Array, to: Float32Array, along: number): number {
  let across = 0;
  let way = 0;
  for (let i = 0; i < from.length; i++) {
    const step = middle[i]! - from[i]!;
    across += step * (to[i]! - from[i]!);
    way += step * step;
  }
  return way - across ** 2 / along;
}

/** Limits for the times of a recording, in milliseconds. */
export interface TimeLimits {
  gap: number;
  duration: number;
}

/** A step can't be met sooner after the one before it. */
const MIN_STEP = 150;
/** How far the first and the last step picture may lie outside of the trail, and by how much a timer is late. */
const SLACK = 60;

/** Whether the times of the steps and of the trail between them are those of one take. */
export function areTimesPlausible(
  times: readonly number[],
  trailTimes: readonly number[],
  { gap, duration }: TimeLimits,
): boolean {
  const [first, last] = [trailTimes[0]!, trailTimes.at(-1)!];
  const inOrder = times.every((time, i) => i === 0 || time - times[i - 1]! >= MIN_STEP);
  const inside = times[0]! >= first - SLACK && times.at(-1)! <= last + SLACK;
  const gaps = trailTimes.slice(1).map((time, i) => time - trailTimes[i]!);
  return inOrder && inside && Math.max(...gaps) <= gap + SLACK && last - first <= duration;
}
