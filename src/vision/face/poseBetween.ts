import type { Landmarks } from './face.ts';

/**
 * The pose in one frame relative to another frame of the same person. Only relative poses can be compared between
 * people, because the straight view of faces differs by up to 14 degrees.
 * @param neutral landmarks while looking straight into the camera.
 */
export function poseBetween(neutral: Landmarks, landmarks: Landmarks): Pose {
  return poseOfRotation(rotationBetween(neutral, landmarks, rigidPoints));
}

/**
 * The orientation of a head, in degrees. yaw > 0: towards the person's left (the right of an unmirrored picture); pitch
 * > 0: up; roll > 0: towards the person's left shoulder (clockwise in the picture).
 */
export interface Pose {
  yaw: number;
  pitch: number;
  roll: number;
}

/** A rotation matrix, row by row: x to the right of the picture, y down, z away from the camera. */
type Rotation = [number, number, number, number, number, number, number, number, number];

/** Yaw and pitch are the direction of the face; roll is the rotation about that direction. */
function poseOfRotation([xx, , xz, yx, , yz, zx, , zz]: Rotation): Pose {
  // Straight ahead is (0, 0, -1): the third column, negated.
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

/** Points that facial expressions hardly move: middle line, corners of eyes and mouth, cheeks, sides of the face. */
export const rigidPoints: readonly number[] = [
  10, 151, 9, 168, 6, 5, 4, 1, 33, 133, 362, 263, 234, 454, 127, 356, 93, 323, 61, 291, 152, 175, 50, 280,
  205, 425,
];

/**
 * The rotation that best maps some points of one frame onto those of another, independent of position and scale.
 * Source: Horn 1987, Closed-form solution of absolute orientation using unit quaternions.
 * @param points numbers of the landmarks to use; at least three that are not collinear.
 */
export function rotationBetween(from: Landmarks, to: Landmarks, points: readonly number[]): Rotation {
  const [a, b] = [centred(from, points), centred(to, points)];
  const s = new Float64Array(9);
  for (let i = 0; i < a.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) s[3 * row + column]! += a[i + row]! * b[i + column]!;
    }
  }
  return rotationOf(dominant(quaternionMatrix(s)));
}

function centred(landmarks: Landmarks, points: readonly number[]): Float64Array {
  const result = new Float64Array(3 * points.length);
  for (const [i, point] of points.entries()) {
    for (let axis = 0; axis < 3; axis++) result[3 * i + axis] = landmarks[3 * point + axis]!;
  }
  for (let axis = 0; axis < 3; axis++) {
    let mean = 0;
    for (let i = axis; i < result.length; i += 3) mean += result[i]! / points.length;
    for (let i = axis; i < result.length; i += 3) result[i]! -= mean;
  }
  return result;
}

type Quaternion = [number, number, number, number];

/** The symmetric 4 x 4 matrix of Horn's method, row by row. */
function quaternionMatrix(s: Float64Array): Float64Array {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s as unknown as Rotation;
  return Float64Array.of(
    xx + yy + zz, yz - zy, zx - xz, xy - yx,
    yz - zy, xx - yy - zz, xy + yx, zx + xz,
    zx - xz, xy + yx, yy - xx - zz, yz + zy,
    xy - yx, zx + xz, yz + zy, zz - xx - yy,
  ); // biome-ignore format: a matrix
}

/**
 * The eigenvector of the largest eigenvalue, by the power method. The matrix is shifted so that all eigenvalues are
 * positive.
 */
function dominant(matrix: Float64Array): Quaternion {
  let shift = 0;
  for (let i = 0; i < 16; i += 4) {
    const row = matrix.subarray(i, i + 4);
    shift = Math.max(shift, row.reduce((sum, value) => sum + Math.abs(value), 0)); // biome-ignore format: one line
  }
  if (!(shift > 0 && shift < Infinity)) return [1, 0, 0, 0];
  let power: Float64Array = matrix.map((value, i) => value / shift + (i % 5 === 0 ? 1 : 0));
  // Ten squarings give the 1024th power: the direction is then exact to float precision.
  for (let round = 0; round < 10; round++) power = squared(power);
  let best = 0;
  for (let i = 1; i < 4; i++) if (power[5 * i]! > power[5 * best]!) best = i;
  const vector = [0, 1, 2, 3].map((row) => power[4 * row + best]!);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length) as Quaternion;
}

/** The square of a matrix, scaled so that its largest element is 1. */
function squared(m: Float64Array): Float64Array {
  const product = new Float64Array(16);
  let largest = 0;
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += m[4 * i + k]! * m[4 * k + j]!;
      product[4 * i + j] = sum;
      largest = Math.max(largest, Math.abs(sum));
    }
  }
  for (let i = 0; i < 16; i++) product[i]! /= largest;
  return product;
}

function rotationOf([w, x, y, z]: Quaternion): Rotation {
  return [
    w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z,
  ]; // biome-ignore format: a matrix
}
