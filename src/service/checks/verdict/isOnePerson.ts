import { faceDistance, poseBetween } from '../../../vision/index.ts';
import type { Look } from './Look.ts';
import { serviceLimits } from './serviceLimits.ts';

/** Whether all frames show the person of the first one. */
export function isOnePerson([neutral, ...others]: readonly Look[]): boolean {
  return others.every(
    (other) => faceDistance(neutral!.descriptor!, other.descriptor!) <= limitFor(neutral!, other),
  );
}

function limitFor(neutral: Look, other: Look): number {
  const { yaw, pitch } = poseBetween(landmarksOf(neutral), landmarksOf(other));
  const turn = Math.max(Math.abs(yaw), Math.abs(pitch));
  if (turn <= serviceLimits.frontTurn) return serviceLimits.sameFaceFront;
  return turn <= serviceLimits.sideTurn ? serviceLimits.sameFace : serviceLimits.sameFaceAside;
}

function landmarksOf({ measurement }: Look) {
  return measurement.face!.mesh!.landmarks;
}
