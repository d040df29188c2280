import { type Landmarks, regionOfLandmarks } from '../face/face.ts';
import type { Thumbnail } from './thumbnail.ts';

/** Shifts of one picture against the other, in cells, for a hand-held camera. */
const SHIFTS = [
  [1, 0], [-1, 0], [0, 1], [0, -1], [2, 0], [-2, 0], [0, 2], [0, -2], [1, 1], [-1, -1], [1, -1], [-1, 1],
] as const; // biome-ignore format: a list
/** Likeness without any shift from which no better shift is searched. */
const ENOUGH = 0.8;
/** Minimum number of cells for a comparison. */
const MIN_CELLS = 40;

/**
 * The likeness of the backgrounds in two pictures of one person: the lowest of four correlations, of lumas and of their
 * differences from cell to cell, each without and with the body. The best of several small shifts is used. In clips of
 * people, frames half a second apart reach 0.63 and more, and any two frames of one recording 0.44. Of photographs of
 * one person from different occasions 90 % are below 0.41.
 * @returns -1 to 1; `null` if the face leaves too little to compare, or the shapes of the pictures differ.
 */
export function backgroundLikeness(one: Background, other: Background): number | null {
  const { columns, rows } = one.thumbnail;
  if (other.thumbnail.columns !== columns || other.thumbnail.rows !== rows) return null;
  const sides = [one, other].map(({ thumbnail, face }) => ({
    mask: headMask(thumbnail, face),
    ...slopesOf(thumbnail),
    luma: thumbnail.luma,
  })) as [Side, Side];
  let best = likenessAt(sides, columns, rows, 0, 0);
  for (const [dx, dy] of SHIFTS) {
    if ((best ?? 0) >= ENOUGH) break;
    const likeness = likenessAt(sides, columns, rows, dx, dy);
    if (likeness !== null && (best === null || likeness > best)) best = likeness;
  }
  return best;
}

interface Side {
  mask: Uint8Array;
  luma: Float32Array;
  across: Float32Array;
  down: Float32Array;
}

function slopesOf({ columns, rows, luma }: Thumbnail): Pick<Side, 'across' | 'down'> {
  const [across, down] = [new Float32Array(luma.length), new Float32Array(luma.length)];
  for (let i = columns; i < columns * (rows - 1); i++) {
    if (i % columns !== 0 && i % columns !== columns - 1) across[i] = luma[i + 1]! - luma[i - 1]!;
    down[i] = luma[i + columns]! - luma[i - columns]!;
  }
  return { across, down };
}

function likenessAt(
  [a, b]: [Side, Side],
  columns: number,
  rows: number,
  dx: number,
  dy: number,
): number | null {
  const gathered = { room: new Gathered(a, b), body: new Gathered(a, b) };
  for (let row = Math.max(0, dy); row < rows + Math.min(0, dy); row++) {
    for (let column = Math.max(0, dx); column < columns + Math.min(0, dx); column++) {
      const i = row * columns + column;
      const j = i - dy * columns - dx;
      const kind = Math.min(a.mask[i]!, b.mask[j]!);
      if (kind === 0) continue;
      gathered.body.add(i, j);
      if (kind === 2) gathered.room.add(i, j);
    }
  }
  if (gathered.body.count < MIN_CELLS) return null;
  const body = gathered.body.likeness();
  return gathered.room.count < MIN_CELLS ? body : Math.min(body, gathered.room.likeness());
}

/** Overlapping cells of both pictures. */
class Gathered {
  count = 0;
  readonly #a: Side;
  readonly #b: Side;
  readonly #pairs: Uint16Array;

  constructor(a: Side, b: Side) {
    this.#a = a;
    this.#b = b;
    this.#pairs = new Uint16Array(2 * a.luma.length);
  }

  add(i: number, j: number): void {
    this.#pairs[2 * this.count] = i;
    this.#pairs[2 * this.count + 1] = j;
    this.count++;
  }

  likeness(): number {
    const pick = (numbers: Float32Array, side: 0 | 1, to: Float32Array, from: number) => {
      for (let n = 0; n < this.count; n++) to[from + n] = numbers[this.#pairs[2 * n + side]!]!;
    };
    const [x, y] = [new Float32Array(2 * this.count), new Float32Array(2 * this.count)];
    pick(this.#a.luma, 0, x, 0);
    pick(this.#b.luma, 1, y, 0);
    const lumas = correlation(x, y, this.count);
    pick(this.#a.across, 0, x, 0);
    pick(this.#b.across, 1, y, 0);
    pick(this.#a.down, 0, x, this.count);
    pick(this.#b.down, 1, y, this.count);
    return Math.min(lumas, correlation(x, y));
  }
}

/**
 * Marks the cells of a thumbnail: 0 for the head, 1 for the body below it, 2 for the background. The head is
 * approximated by an ellipse around the box of the landmarks, the body by a column below it.
 */
function headMask({ columns, rows }: Thumbnail, { x, y, width }: FaceBox): Uint8Array {
  const mask = new Uint8Array(columns * rows);
  const [cx, cy, radius] = [x * columns, y * columns, (width * columns) / 2];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [dx, dy] = [(column + 0.5 - cx) / radius, (row + 0.5 - cy) / radius];
      const isHead = (dx / 1.2) ** 2 + ((dy + 0.15) / 1.45) ** 2 <= 1;
      const isBody = dy > 0.3 && Math.abs(dx) < 2.6;
      mask[row * columns + column] = isHead ? 0 : isBody ? 1 : 2;
    }
  }
  return mask;
}

/** A picture's thumbnail, and the position of the face in it. */
export function backgroundOf(thumbnail: Thumbnail, landmarks: Landmarks, width: number): Background {
  const { x, y, side } = regionOfLandmarks(landmarks);
  return { thumbnail, face: { x: x / width, y: y / width, width: side / 1.5 / width } };
}

/** Middle and width of a face, in widths of the picture. */
export interface FaceBox {
  x: number;
  y: number;
  width: number;
}

/** A picture's grid of lumas, and the position of the face in it. */
export interface Background {
  thumbnail: Thumbnail;
  face: FaceBox;
}

/** Pearson's correlation, -1 to 1, of pairs of numbers; 0 if one of the series is constant. */
export function correlation(a: ArrayLike<number>, b: ArrayLike<number>, count = a.length): number {
  let sumA = 0;
  let sumB = 0;
  let sumAA = 0;
  let sumBB = 0;
  let sumAB = 0;
  for (let i = 0; i < count; i++) {
    const x = a[i]!;
    const y = b[i]!;
    sumA += x;
    sumB += y;
    sumAA += x * x;
    sumBB += y * y;
    sumAB += x * y;
  }
  const spread = (sumAA - sumA ** 2 / count) * (sumBB - sumB ** 2 / count);
  return spread > 1e-6 ? (sumAB - (sumA * sumB) / count) / Math.sqrt(spread) : 0;
}
