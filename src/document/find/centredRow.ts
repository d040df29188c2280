import type { Grey } from './grey.ts';
import { cutStrip, fittedPath, type LinePath, pointOf } from './linePath.ts';

/**
 * Moves a path onto the middle of the row of characters that it runs along, from up to `reach` pitches away: the row is
 * where the ink is, between two rows without.
 * @param count characters of the line.
 */
export function centredRow(levels: Grey[], path: LinePath, count: number, reach: number): LinePath {
  return followedRow(levels, path, count, reach).path;
}

/** The same for a page that is bent about the axis across its lines, too much to be within reach of a straight path. */
export function bentRow(levels: Grey[], path: LinePath, count: number): LinePath {
  const tries = BENDS.map((bend) => followedRow(levels, bentPath(path, bend, count), count, 0.5));
  // A straight line is likelier than one that is bent and no clearer.
  tries[0]!.clarity *= 1.1;
  return tries.reduce((best, other) => (other.clarity > best.clarity ? other : best)).path;
}

/** How far the middle of a line is off its ends, in pitches. */
const BENDS = [0, -0.7, 0.7, -1.4, 1.4, -2.1, 2.1];

/** A parabola that is `bend` pitches lower in the middle than at both ends, and as low as the path on average. */
function bentPath({ x, y, down }: LinePath, bend: number, count: number): LinePath {
  const curve = (-4 * bend) / count ** 2;
  const lift = bend / 3;
  return {
    x: [x[0] + lift * down[0], x[1], x[2] + curve * down[0], x[3]],
    y: [y[0] + lift * down[1], y[1], y[2] + curve * down[1], y[3]],
    down,
  };
}

function followedRow(
  levels: Grey[],
  path: LinePath,
  count: number,
  reach: number,
): { path: LinePath; clarity: number } {
  const width = Math.round(count * SCALE);
  const height = 2 * Math.round((reach + 1.1) * SCALE);
  const strip = cutStrip(levels, path, { width, height, scale: SCALE });
  const pieces = 6;
  const points = [];
  let clarity = 0;
  for (let piece = 0; piece < pieces; piece++) {
    const from = Math.floor((piece * width) / pieces);
    const to = Math.floor(((piece + 1) * width) / pieces);
    const { offset, weight } = rowIn(profileOf(strip, width, from, to));
    clarity += weight;
    const u = ((from + to - 1) / 2 - (width - 1) / 2) / SCALE;
    const [x, y] = pointOf(path, u);
    const down = offset / SCALE;
    points.push({ u, x: x + down * path.down[0], y: y + down * path.down[1], weight, offset });
  }
  const middle = points.map(({ offset }) => offset).sort((a, b) => a - b)[pieces >> 1]!;
  // A piece that saw another row would bend the line.
  for (const point of points) if (Math.abs(point.offset - middle) > 0.45 * SCALE) point.weight *= 0.02;
  return { path: fittedPath(points, path.down, 2), clarity };
}

const SCALE = 10;

/** How dark each row is between two columns, without the light that changes slowly. */
function profileOf(strip: Float32Array, width: number, from: number, to: number): Float32Array {
  const height = strip.length / width;
  const profile = new Float32Array(height);
  for (let row = 0; row < height; row++) {
    let sum = 0;
    // Along a row of characters the luma changes much, elsewhere little, however dark it is.
    for (let at = row * width + from + 2; at < row * width + to; at++)
      sum += Math.abs(strip[at]! - strip[at - 2]!);
    profile[row] = sum / (to - from);
  }
  return profile;
}

/** The place of a row as high as a character, from the middle of the profile, and how clearly it stands out. */
function rowIn(profile: Float32Array): { offset: number; weight: number } {
  const sums = new Float32Array(profile.length + 1);
  profile.forEach((value, i) => {
    sums[i + 1] = sums[i]! + value;
  });
  const mean = (from: number, to: number) => (sums[to]! - sums[from]!) / (to - from);
  const [half, beside] = [0.47 * SCALE, 0.45 * SCALE].map(Math.round) as [number, number];
  let best = { offset: 0, weight: 0.001 };
  let top = Number.NEGATIVE_INFINITY;
  for (let row = half + beside; row <= profile.length - half - beside; row++) {
    const inside = mean(row - half, row + half);
    const outside = Math.max(mean(row - half - beside, row - half), mean(row + half, row + half + beside));
    const score = inside - outside;
    if (score <= top) continue;
    top = score;
    best = { offset: row - profile.length / 2, weight: Math.max(0.001, score) };
  }
  return best;
}
