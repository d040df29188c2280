import type { Grey } from './grey.ts';

/**
 * Where a line of text runs in a picture: the middle of the characters at `u` pitches from the line's middle is
 * x0 + x1 u + x2 u² + x3 u³, and y alike. It curves where a page is bent, and stretches where it is seen aslant.
 */
export interface LinePath {
  x: Curve;
  y: Curve;
  /** From the middle of a line to one pitch below it, in pixels. */
  down: [number, number];
}

type Curve = [number, number, number, number];

export function pointOf({ x, y }: LinePath, u: number): [number, number] {
  return [valueAt(x, u), valueAt(y, u)];
}

function valueAt([a, b, c, d]: Curve, u: number): number {
  return a + u * (b + u * (c + u * d));
}

/** The middles of the first and the last character. */
export function endsOf(count: number): [number, number] {
  return [-(count - 1) / 2, (count - 1) / 2];
}

/** How far another path is below one, in pitches. */
export function distanceAt(one: LinePath, other: LinePath, u: number): number {
  const [fromX, fromY] = pointOf(one, u);
  const [toX, toY] = pointOf(other, u);
  const [dx, dy] = one.down;
  return ((toX - fromX) * dx + (toY - fromY) * dy) / (dx * dx + dy * dy);
}

/** Pixels from one character to the next in the middle of the line. */
export function pitchOf({ x, y }: LinePath): number {
  return Math.hypot(x[1], y[1]);
}

/** The same line read from its other end: the page is upside down. */
export function reversed({ x, y, down }: LinePath): LinePath {
  return { x: [x[0], -x[1], x[2], -x[3]], y: [y[0], -y[1], y[2], -y[3]], down: [-down[0], -down[1]] };
}

/** The line that many pitches below, or above. */
export function displaced({ x, y, down }: LinePath, pitches: number): LinePath {
  const [dx, dy] = [down[0] * pitches, down[1] * pitches];
  return { x: [x[0] + dx, x[1], x[2], x[3]], y: [y[0] + dy, y[1], y[2], y[3]], down };
}

/** Where a line is now, if another one of the same page went from one path to another: shifted, turned, nearer. */
export function moved({ x, y, down }: LinePath, before: LinePath, now: LinePath): LinePath {
  const square = before.x[1] ** 2 + before.y[1] ** 2;
  const cos = (now.x[1] * before.x[1] + now.y[1] * before.y[1]) / square;
  const sin = (now.y[1] * before.x[1] - now.x[1] * before.y[1]) / square;
  const [dx, dy] = [x[0] - before.x[0], y[0] - before.y[0]];
  return {
    x: [now.x[0] + cos * dx - sin * dy, ...turned(x, y, cos, -sin)],
    y: [now.y[0] + sin * dx + cos * dy, ...turned(y, x, cos, sin)],
    down: [cos * down[0] - sin * down[1], sin * down[0] + cos * down[1]],
  };
}

function turned(along: Curve, across: Curve, cos: number, sin: number): [number, number, number] {
  const at = (power: number) => cos * along[power]! + sin * across[power]!;
  return [at(1), at(2), at(3)];
}

/** The same line with its characters `pitches` further along, and so many times as far apart. */
export function shifted({ x, y, down }: LinePath, pitches: number, wider: number): LinePath {
  const curve = ([a, b, c, d]: Curve): Curve => [
    a + pitches * (b + pitches * (c + pitches * d)),
    wider * (b + pitches * (2 * c + 3 * pitches * d)),
    wider ** 2 * (c + 3 * pitches * d),
    wider ** 3 * d,
  ];
  return { x: curve(x), y: curve(y), down: [down[0] * wider, down[1] * wider] };
}

/** The same line in the same picture so many times as large. */
export function enlarged({ x, y, down }: LinePath, scale: number): LinePath {
  // The middle of the first pixel is at 0.
  const curve = ([a, b, c, d]: Curve): Curve => [(a + 0.5) * scale - 0.5, b * scale, c * scale, d * scale];
  return { x: curve(x), y: curve(y), down: [down[0] * scale, down[1] * scale] };
}

/** The straight line through two points, `count` characters long. */
export function straightPath(from: [number, number], to: [number, number], count: number): LinePath {
  const pitches = count - 0.35;
  const [dx, dy] = [(to[0] - from[0]) / pitches, (to[1] - from[1]) / pitches];
  return { x: [(from[0] + to[0]) / 2, dx, 0, 0], y: [(from[1] + to[1]) / 2, dy, 0, 0], down: [-dy, dx] };
}

/**
 * Cuts a strip out: `height` rows and `width` columns of `scale` pixels a pitch around the line's middle. The next call overwrites
 * it.
 */
export function cutStrip(
  levels: Grey[],
  path: LinePath,
  { width, height, scale }: { width: number; height: number; scale: number },
): Float32Array {
  const depth = levelFor(levels, pitchOf(path) / scale);
  const level = levels[depth]!;
  const { width: w, height: h } = level;
  const shrink = 2 ** -depth;
  const strip = stripOf(width * height);
  const [stepX, stepY] = [(path.down[0] * shrink) / scale, (path.down[1] * shrink) / scale];
  const edge = (shrink - 1) / 2;
  // Of each column the place in the row and the step to the next row: row by row the pixels stay in the processor's cache.
  const [x, y, dx, dy] = [0, 1, 2, 3].map(() => new Float64Array(width)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let column = 0; column < width; column++) {
    const u = (column - (width - 1) / 2) / scale;
    const [px, py] = pointOf(path, u);
    const taller = heightAt(path, u);
    dx[column] = stepX * taller;
    dy[column] = stepY * taller;
    x[column] = px * shrink + edge - (dx[column]! * (height - 1)) / 2;
    y[column] = py * shrink + edge - (dy[column]! * (height - 1)) / 2;
  }
  const columns = { x, y, dx, dy };
  const [top, bottom] = rowsOf(columns, height);
  const data =
    level.rows?.(clamp(Math.floor(top) - 2, 0, h - 2), clamp(Math.ceil(bottom) + 3, 2, h)) ?? level.data;
  const isInside = top > 0.01 && bottom < h - 2.01 && isBetween(columns, height, w);
  if (isInside) copyInside(strip, data, w, columns);
  else copyAll(strip, data, { w, h }, columns);
  return strip;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

let lastStrip = new Float32Array();

/** A strip is looked at before the next one is cut out: memory for each would be cleared in vain. */
function stripOf(length: number): Float32Array {
  if (lastStrip.length < length) lastStrip = new Float32Array(length);
  return lastStrip.subarray(0, length);
}

/** Of each column of a strip the place in the next row, and the step to the row after it. */
interface Columns {
  x: Float64Array;
  y: Float64Array;
  dx: Float64Array;
  dy: Float64Array;
}

/** The first and the last row of the picture that a strip reaches; its columns are straight. */
function rowsOf({ y, dy }: Columns, height: number): [top: number, bottom: number] {
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let column = 0; column < y.length; column++) {
    const first = y[column]!;
    const last = first + (height - 1) * dy[column]!;
    top = Math.min(top, first, last);
    bottom = Math.max(bottom, first, last);
  }
  return [top, bottom];
}

/** Whether no column leaves the picture to either side, so that no pixel has to be kept in bounds. */
function isBetween({ x, dx }: Columns, height: number, w: number): boolean {
  for (let column = 0; column < x.length; column++) {
    const first = x[column]!;
    const last = first + (height - 1) * dx[column]!;
    // Steps that are added one by one end a little beside it.
    if (Math.min(first, last) < 0.01 || Math.max(first, last) > w - 2.01) return false;
  }
  return true;
}

function copyInside(strip: Float32Array, data: Uint8Array, w: number, { x, y, dx, dy }: Columns): void {
  const width = x.length;
  for (let at = 0; at < strip.length; ) {
    for (let column = 0; column < width; column++, at++) {
      const sx = x[column]!;
      const sy = y[column]!;
      x[column] = sx + dx[column]!;
      y[column] = sy + dy[column]!;
      const left = sx | 0;
      const top = sy | 0;
      const tx = sx - left;
      const from = top * w + left;
      const upper = data[from]! + (data[from + 1]! - data[from]!) * tx;
      const lower = data[from + w]! + (data[from + w + 1]! - data[from + w]!) * tx;
      strip[at] = upper + (lower - upper) * (sy - top);
    }
  }
}

function copyAll(
  strip: Float32Array,
  data: Uint8Array,
  { w, h }: { w: number; h: number },
  { x, y, dx, dy }: Columns,
): void {
  const width = x.length;
  for (let at = 0; at < strip.length; ) {
    for (let column = 0; column < width; column++, at++) {
      const sx = x[column]!;
      const sy = y[column]!;
      x[column] = sx + dx[column]!;
      y[column] = sy + dy[column]!;
      const left = sx < 0 ? 0 : sx > w - 2 ? w - 2 : sx | 0;
      const top = sy < 0 ? 0 : sy > h - 2 ? h - 2 : sy | 0;
      const tx = sx - left < 0 ? 0 : sx - left > 1 ? 1 : sx - left;
      const ty = sy - top < 0 ? 0 : sy - top > 1 ? 1 : sy - top;
      const from = top * w + left;
      const upper = data[from]! + (data[from + 1]! - data[from]!) * tx;
      const lower = data[from + w]! + (data[from + w + 1]! - data[from + w]!) * tx;
      strip[at] = upper + (lower - upper) * ty;
    }
  }
}

/**
 * How much taller characters are at a place than in the middle: what is nearer to the camera by a tenth is higher by a tenth,
 * and wider by two.
 */
function heightAt({ x, y }: LinePath, u: number): number {
  const slope = (curve: Curve) => curve[1] + u * (2 * curve[2] + 3 * u * curve[3]);
  const ratio = Math.hypot(slope(x), slope(y)) / Math.hypot(x[1], y[1]);
  return Math.sqrt(Math.min(1.6, Math.max(0.6, ratio)));
}

/** The level at which a pixel of the strip is 0.75 to 1.5 pixels of the picture. */
function levelFor(levels: Grey[], pixels: number): number {
  const depth = Math.round(Math.log2(Math.max(pixels, 1)));
  return Math.min(depth, levels.length - 1);
}

/** Fits a path to points at given places, each with a weight. Its curves are of second or third degree. */
export function fittedPath(
  points: { u: number; x: number; y: number; weight: number }[],
  down: [number, number],
  degree: 2 | 3,
): LinePath {
  const sums = new Float64Array(7);
  const [rightX, rightY] = [new Float64Array(4), new Float64Array(4)];
  for (const { u, x, y, weight } of points) {
    for (let power = 0, value = weight; power < 7; power++, value *= u / UNIT) {
      sums[power]! += value;
      if (power > degree) continue;
      rightX[power]! += value * x;
      rightY[power]! += value * y;
    }
  }
  return { x: solved(sums, rightX, degree), y: solved(sums, rightY, degree), down };
}

/** Places are a few dozen: their sixth powers would lose the first ones. */
const UNIT = 16;

/** Solves the normal equations by elimination. */
function solved(sums: Float64Array, right: Float64Array, degree: number): Curve {
  const size = degree + 1;
  const rows = Array.from({ length: size }, (_, i) => [...sums.subarray(i, i + size), right[i]!]);
  for (let i = 0; i < size; i++) {
    const pivot = rows[i]![i]!;
    if (Math.abs(pivot) < 1e-12) continue;
    for (let j = 0; j < size; j++) {
      if (j === i) continue;
      const factor = rows[j]![i]! / pivot;
      for (let k = i; k <= size; k++) rows[j]![k]! -= factor * rows[i]![k]!;
    }
  }
  const curve: Curve = [0, 0, 0, 0];
  for (let i = 0; i < size; i++) curve[i] = rows[i]![i] ? rows[i]![size]! / rows[i]![i]! / UNIT ** i : 0;
  return curve;
}
