import type { Landmarks } from '../face/face.ts';
import type { Picture } from '../picture.ts';
import type { FaceBox } from './backgroundLikeness.ts';
import { turnBetween } from './isOutOfShape.ts';
import { type Thumbnail, thumbnailOf } from './thumbnail.ts';

/** A picture of a recording, and the face in it. */
export interface FacePicture {
  picture: Picture;
  landmarks: Landmarks;
  face: FaceBox;
}

/**
 * Expected motion of the surroundings of a face, in face widths, as a factor of the root of the sine of its turn: the
 * medians of 70 recordings of four people.
 */
const EXPECTED = { turn: 0.037, look: 0.026 };
/**
 * Minimum share of the expected motion, over all steps that turn the head. In recordings of people with a turn and a
 * look it is at least 0.74, of a rendered head 0.68, with only one of the two 0.46. Of 24 stretched photographs it is
 * at most 0.38.
 */
const MIN_SHARE = { both: 0.5, one: 0.42 };
/** Degrees: beyond it the outline moves no further. */
const MAX_TURN = 40;
/** Width of the face in cells. Each cell is sampled at two points across and two down. */
const FACE_CELLS = 48;
const POINTS = 2;

/** Whether a face turned and its outline did not, as in a stretched picture. */
export function isOutlineStill([neutral, ...others]: readonly FacePicture[]): boolean {
  const turned = others.flatMap((other) => {
    const turn = turnBetween(neutral!.landmarks, other.landmarks);
    return turn ? [{ other, ...turn }] : [];
  });
  if (turned.length === 0) return false;
  const { width, height } = neutral!.picture;
  const cells = Math.round((FACE_CELLS / neutral!.face.width) * Math.max(1, height / width));
  const grid = ({ picture }: FacePicture) => smoothed(thumbnailOf(picture, cells, POINTS));
  const from = grid(neutral!);
  let [sum, count] = [0, 0];
  for (const { other, axis, degrees } of turned) {
    const moved = outlineMotion(from, grid(other), neutral!.face);
    if (moved === null) continue;
    const sine = Math.sin((Math.min(MAX_TURN, degrees) * Math.PI) / 180);
    sum += Math.log(Math.max(1e-6, moved) / (EXPECTED[axis] * Math.sqrt(sine)));
    count++;
  }
  const isBoth = new Set(turned.map(({ axis }) => axis)).size === 2;
  return count > 0 && Math.exp(sum / count) < (isBoth ? MIN_SHARE.both : MIN_SHARE.one);
}

/**
 * Motion of hair, ears and background relative to each other between two pictures, in widths of the face. A turning
 * head moves its outline and uncovers the background. A photograph whose face is warped does not.
 * @param face of the first picture.
 * @returns 0 for pictures of different shapes, `null` if there is almost nothing around the face.
 */
function outlineMotion(from: Thumbnail, to: Thumbnail, face: FaceBox): number | null {
  if (from.columns !== to.columns || from.rows !== to.rows) return 0;
  const cells = outlineCells(from, face);
  if (cells.length < MIN_CELLS) return null;
  const moved = affineResidual(from, to, cells);
  return moved === null ? null : moved / (face.width * from.columns);
}

const MIN_CELLS = 60;
/** The outline of a face that looks straight ahead, in widths of its landmarks across and down. */
const OUTLINE = { across: 0.42, down: 0.5 };
/**
 * The ring around the outline that is measured, as factors of it, down to the mouth at the lowest: shoulders move
 * independently.
 */
const REACH = { from: 1.02, to: 1.45, lowest: 0.25 };

function outlineCells({ columns, rows }: Thumbnail, { x, y, width }: FaceBox): number[] {
  const cells: number[] = [];
  for (let row = 1; row < rows - 1; row++) {
    const v = ((row + 0.5) / columns - y) / width;
    if (v >= REACH.lowest) break;
    const down = (v / OUTLINE.down) ** 2;
    for (let column = 1; column < columns - 1; column++) {
      const far = ((column + 0.5) / columns - x) / width / OUTLINE.across;
      const square = far * far + down;
      if (square > REACH.from ** 2 && square < REACH.to ** 2) cells.push(row * columns + column);
    }
  }
  return cells;
}

/** Iterations of the fit: first a shift alone, then the whole affine map. */
const ROUNDS = { shift: 4, affine: 7 };
/** Added to the typical difference of lumas, out of 255. */
const NOISE = 2;

/**
 * Motion of the cells of one grid in another that no single affine map explains. A shifted, turned, tilted or
 * approaching plane leaves no residual; objects at different depths do. The remaining luma difference divided by the
 * luma gradient is a distance. Source: Lucas and Kanade 1981, in the form of Baker and Matthews 2004,
 * https://doi.org/10.1023/B:VISI.0000011205.11775.fd
 * @param cells indices of the cells; both grids have the same shape and smoothed lumas.
 * @returns in cells, 0 and more; `null` if no cell is inside the other grid.
 */
function affineResidual(from: Thumbnail, to: Thumbnail, cells: readonly number[]): number | null {
  const fit = new Fit(from, to, cells);
  for (let round = 0; round < ROUNDS.shift; round++) fit.improve(2);
  for (let round = 0; round < ROUNDS.affine; round++) fit.improve(6);
  return fit.residual();
}

/** The residual of a cell at its new position, the luma gradient there, and its offset from the centre. */
interface Sample {
  left: number;
  gx: number;
  gy: number;
  u: number;
  v: number;
  cell: number;
}

class Fit {
  readonly #from: Thumbnail;
  readonly #to: Thumbnail;
  readonly #cells: readonly number[];
  readonly #middle: readonly [number, number];
  readonly #reach: number;
  /** The shift across and down, then its increase from the middle across and down. */
  readonly #map = new Float64Array(6);
  #bias = 0;
  /** The mean remaining difference. */
  #spread = 20;

  constructor(from: Thumbnail, to: Thumbnail, cells: readonly number[]) {
    this.#from = from;
    this.#to = to;
    this.#cells = cells;
    const { columns } = from;
    const mean = (of: (cell: number) => number) =>
      cells.reduce((sum, cell) => sum + of(cell), 0) / Math.max(1, cells.length);
    this.#middle = [mean((cell) => cell % columns), mean((cell) => Math.floor(cell / columns))];
    this.#reach = Math.max(1, mean((cell) => Math.abs((cell % columns) - this.#middle[0])) * 2);
  }

  /**
   * One Gauss-Newton step, with lower weights for cells that fit badly. @param free how many numbers of the map may
   * change.
   */
  improve(free: 2 | 6): void {
    const size = free + 1;
    const normal = new Float64Array(size * size);
    const right = new Float64Array(size);
    const slopes = new Float64Array(size);
    slopes[free] = 1;
    const limit = 2 * this.#spread + NOISE;
    let [sum, count] = [0, 0];
    this.#each(({ left, gx, gy, u, v }) => {
      const error = left - this.#bias;
      sum += Math.abs(error);
      count++;
      const weight = 1 / (1 + (error / limit) ** 2);
      slopes[0] = gx;
      slopes[1] = gy;
      if (free === 6) {
        slopes[2] = gx * u;
        slopes[3] = gx * v;
        slopes[4] = gy * u;
        slopes[5] = gy * v;
      }
      for (let i = 0; i < size; i++) {
        const weighted = weight * slopes[i]!;
        right[i]! += weighted * left;
        for (let j = 0; j <= i; j++) normal[i * size + j]! += weighted * slopes[j]!;
      }
    });
    if (count === 0) return;
    this.#spread = sum / count;
    for (let i = 0; i < size; i++) {
      normal[i * size + i]! += 1e-3 * count;
      for (let j = 0; j < i; j++) normal[j * size + i] = normal[i * size + j]!;
    }
    const step = solve(normal, right);
    for (let i = 0; i < free; i++) this.#map[i]! += step[i]!;
    this.#bias = step[free]!;
  }

  residual(): number | null {
    let [left, slope, count] = [0, 0, 0];
    this.#each(({ left: difference, gx, gy, cell }) => {
      left += Math.abs(difference - this.#bias);
      slope += (Math.abs(gx) + Math.abs(gy) + steepness(this.#from, cell)) / 2;
      count++;
    });
    return count > 0 && slope > 0 ? left / slope : null;
  }

  /** Calls back with each cell that is inside the other grid. The object is reused. */
  #each(onSample: (sample: Sample) => void): void {
    const sample = { left: 0, gx: 0, gy: 0, u: 0, v: 0, cell: 0 };
    const { columns, rows, luma } = this.#to;
    const from = this.#from.luma;
    const [dx, dy, xu, xv, yu, yv] = this.#map as unknown as [number, number, number, number, number, number];
    const [middleX, middleY] = this.#middle;
    for (const cell of this.#cells) {
      const x = cell % columns;
      const y = (cell - x) / columns;
      const u = (x - middleX) / this.#reach;
      const v = (y - middleY) / this.#reach;
      const px = x + dx + xu * u + xv * v;
      const py = y + dy + yu * u + yv * v;
      const column = Math.floor(px);
      const row = Math.floor(py);
      if (!(column >= 1 && row >= 1 && column < columns - 2 && row < rows - 2)) continue;
      const at = row * columns + column;
      const a = px - column;
      const b = py - row;
      sample.left = from[cell]! - mixed(luma, at, columns, a, b);
      sample.gx = (mixed(luma, at + 1, columns, a, b) - mixed(luma, at - 1, columns, a, b)) / 2;
      sample.gy = (mixed(luma, at + columns, columns, a, b) - mixed(luma, at - columns, columns, a, b)) / 2;
      sample.u = u;
      sample.v = v;
      sample.cell = cell;
      onSample(sample);
    }
  }
}

/** Interpolates between a cell, the next one and the two below them: `a` of the way across and `b` down. */
function mixed(luma: Float32Array, i: number, columns: number, a: number, b: number): number {
  const above = (1 - a) * luma[i]! + a * luma[i + 1]!;
  const below = (1 - a) * luma[i + columns]! + a * luma[i + columns + 1]!;
  return (1 - b) * above + b * below;
}

/** The luma gradient at a cell that is not at an edge. */
function steepness({ columns, luma }: Thumbnail, cell: number): number {
  const [left, right] = [luma[cell - 1] ?? 0, luma[cell + 1] ?? 0];
  const [above, below] = [luma[cell - columns] ?? 0, luma[cell + columns] ?? 0];
  return (Math.abs(right - left) + Math.abs(below - above)) / 2;
}

/**
 * Solves a system of linear equations by elimination, for the few unknowns of a least squares fit.
 * @param matrix symmetric and positive definite, row by row.
 */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const [a, x] = [matrix.slice(), right.slice()];
  for (let k = 0; k < size; k++) {
    for (let i = k + 1; i < size; i++) {
      const factor = a[i * size + k]! / a[k * size + k]!;
      for (let j = k; j < size; j++) a[i * size + j]! -= factor * a[k * size + j]!;
      x[i]! -= factor * x[k]!;
    }
  }
  for (let k = size - 1; k >= 0; k--) {
    for (let j = k + 1; j < size; j++) x[k]! -= a[k * size + j]! * x[j]!;
    x[k]! /= a[k * size + k]!;
  }
  return x;
}

/** Smooths a grid: adds a quarter of the neighbours on either side to each cell, across and then down. */
function smoothed({ columns, rows, luma }: Thumbnail): Thumbnail {
  const across = new Float32Array(luma.length);
  for (let start = 0; start < luma.length; start += columns) {
    for (let i = start; i < start + columns; i++) {
      const before = luma[i > start ? i - 1 : i]!;
      const after = luma[i < start + columns - 1 ? i + 1 : i]!;
      across[i] = (before + 2 * luma[i]! + after) / 4;
    }
  }
  const sums = new Float32Array(luma.length);
  const last = columns * (rows - 1);
  for (let i = 0; i < luma.length; i++) {
    const above = across[i >= columns ? i - columns : i]!;
    const below = across[i < last ? i + columns : i]!;
    sums[i] = (above + 2 * across[i]! + below) / 4;
  }
  return { columns, rows, luma: sums };
}
