import type { Pose } from './Pose.ts';

/** A rotation, row by row: x to the right of the picture, y down, z away from the camera. */
export type Rotation = [number, number, number, number, number, number, number, number, number];

/** Yaw and pitch say where the face points to, roll how it is turned about that direction. */
export function poseOfRotation([xx, , xz, yx, , yz, zx, , zz]: Rotation): Pose {
  // Straight ahead is (0, 0, -1): the third column, reversed.
  const yaw = Math.atan2(-xz, zz);
  const pitch = Math.asin(Math.max(-1, Math.min(1, yz)));
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  const level = xx * cos + zx * sin;
  const upright = xx * sin * Math.sin(pitch) + yx * Math.cos(pitch) - zx * cos * Math.sin(pitch);
  return { yaw: degrees(yaw), pitch: degrees(pitch), roll: degrees(Math.atan2(upright, level)) };
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
