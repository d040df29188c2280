import type { Landmarks } from './Landmarks.ts';
import type { Rotation } from './poseOfRotation.ts';

/**
 * The rotation that best carries some points of one frame onto those of another, whatever their place and size.
 * Source: Horn 1987, Closed-form solution of absolute orientation using unit quaternions.
 * @param points which landmarks to look at; at least three that do not lie on a line.
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
  const result = Float64Array.from(
    { length: 3 * points.length },
    (_, i) => landmarks[3 * points[Math.floor(i / 3)]! + (i % 3)]!,
  );
  for (let axis = 0; axis < 3; axis++) {
    let mean = 0;
    for (let i = axis; i < result.length; i += 3) mean += result[i]! / points.length;
    for (let i = axis; i < result.length; i += 3) result[i]! -= mean;
  }
  return result;
}

type Quaternion = [number, number, number, number];

function quaternionMatrix(s: Float64Array): Quaternion[] {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s as unknown as Rotation;
  return [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ];
}

/** The eigenvector of the largest eigenvalue, by powers of the matrix shifted so that all are positive. */
function dominant(matrix: Quaternion[]): Quaternion {
  const shift = Math.max(...matrix.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
  if (!(shift > 0 && shift < Infinity)) return [1, 0, 0, 0];
  let power = matrix.map((row, i) => row.map((value, j) => value / shift + (i === j ? 1 : 0)));
  // Squaring ten times is the power 1024: the direction is then exact to float precision.
  for (let round = 0; round < 10; round++) power = normalised(squared(power));
  const column = [0, 1, 2, 3].sort((i, j) => power[j]![j]! - power[i]![i]!)[0]!;
  const vector = power.map((row) => row[column]!);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length) as Quaternion;
}

function squared(m: number[][]): number[][] {
  return m.map((row) => m.map((_, j) => row.reduce((sum, value, k) => sum + value * m[k]![j]!, 0)));
}

function normalised(m: number[][]): number[][] {
  const largest = Math.max(...m.flat().map(Math.abs));
  return m.map((row) => row.map((value) => value / largest));
}

function rotationOf([w, x, y, z]: Quaternion): Rotation {
  return [
    w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z,
  ]; // biome-ignore format: a matrix
}
