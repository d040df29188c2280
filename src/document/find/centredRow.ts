import type { Grey } from './grey.ts';
import { cutStrip, fittedPath, type LinePath, pointOf } from './linePath.ts';

/**
 * Moves a path onto the middle of the row of characters that it runs along, from up to `reach` pitches away: the row is
 * where the ink is, between two rows without.
 * @param count characters of the line.
 */
export function centredRow(levels: Grey[], path: LinePath, count: number, reach: number): LinePath {
  return followedRow(levels, path, count, reach);
}

/** The same for a page that is bent about the axis across its lines, too much to be within reach of a straight path. */
export function bentRow(levels: Grey[], path: LinePath, count: number): LinePath {
  return followedRow(levels, bentPath(path, bendOf(levels, path, count), count), count, REACH);
}

/**
 * The bend at which the row stands out most. Bends are compared in one strip, in whose columns a bent row is displaced by as many
 * pixels.
 */
function bendOf(levels: Grey[], path: LinePath, count: number): number {
  // A card is stiff.
  if (count === 30) return 0;
  const width = Math.round(count * SCALE);
  const height = heightFor(REACH);
  const margin = Math.ceil((MOST_BENT * 2 * SCALE) / 3);
  const strip = cutStrip(levels, path, { width, height: height + 2 * margin, scale: SCALE });
  const changes = changesIn(strip, width);
  let best = { bend: 0, clarity: 0 };
  for (const bend of BENDS) {
    const shifts = Int32Array.from({ length: width }, (_, x) => {
      const u = (x - (width - 1) / 2) / SCALE;
      return (margin + Math.round(bend * SCALE * (1 / 3 - (4 * u * u) / count ** 2))) * width + x;
    });
    let clarity = 0;
    for (const [from, to] of piecesOf(width))
      clarity += rowIn(profileOf(changes, { width, height, from, to, shifts })).weight;
    // A straight line is likelier than one that is bent and no clearer.
    if (bend === 0) clarity *= 1.1;
    if (clarity > best.clarity) best = { bend, clarity };
  }
  return best.bend;
}

const MOST_BENT = 2.1;
/** How far the middle of a line is off its ends, in pitches. */
const BENDS = [0, -0.7, 0.7, -1.4, 1.4, -MOST_BENT, MOST_BENT];
/** How far a row may be off, in pitches. */
const REACH = 0.5;

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

function followedRow(levels: Grey[], path: LinePath, count: number, reach: number): LinePath {
  const width = Math.round(count * SCALE);
  const height = heightFor(reach);
  const changes = changesIn(cutStrip(levels, path, { width, height, scale: SCALE }), width);
  const shifts = Int32Array.from({ length: width }, (_, x) => x);
  const points = piecesOf(width).map(([from, to]) => {
    const { offset, weight } = rowIn(profileOf(changes, { width, height, from, to, shifts }));
    const u = ((from + to - 1) / 2 - (width - 1) / 2) / SCALE;
    const [x, y] = pointOf(path, u);
    const down = offset / SCALE;
    return { u, x: x + down * path.down[0], y: y + down * path.down[1], weight, offset };
  });
  const middle = points.map(({ offset }) => offset).sort((a, b) => a - b)[PIECES >> 1]!;
  // A piece that saw another row would bend the line.
  for (const point of points) if (Math.abs(point.offset - middle) > 0.45 * SCALE) point.weight *= 0.02;
  return fittedPath(points, path.down, 2);
}

const SCALE = 10;
/** Pieces of a line whose places are measured. */
const PIECES = 6;

function piecesOf(width: number): [from: number, to: number][] {
  const edge = (piece: number) => Math.floor((piece * width) / PIECES);
  return Array.from({ length: PIECES }, (_, piece) => [edge(piece), edge(piece + 1)]);
}

/** Rows of a strip in which a row of characters is looked for. */
function heightFor(reach: number): number {
  return 2 * Math.round((reach + 1.1) * SCALE);
}

/** How much each luma differs from the one two columns before. */
function changesIn(strip: Float32Array, width: number): Float32Array {
  const changes = new Float32Array(strip.length);
  for (let at = 2; at < strip.length; at++) changes[at] = Math.abs(strip[at]! - strip[at - 2]!);
  for (let at = 0; at < strip.length; at += width) changes[at] = changes[at + 1] = 0;
  return changes;
}

/**
 * How much the luma changes along each row between two columns: along a row of characters much, elsewhere little, however dark it
 * is.
 * @param shifts where the first row of each column is among the changes.
 */
function profileOf(
  changes: Float32Array,
  {
    width,
    height,
    from,
    to,
    shifts,
  }: { width: number; height: number; from: number; to: number; shifts: Int32Array },
): Float32Array {
  const profile = new Float32Array(height);
  for (let row = 0; row < height; row++) {
    let sum = 0;
    for (let x = from + 2; x < to; x++) sum += changes[shifts[x]! + row * width]!;
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
