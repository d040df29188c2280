import { solve } from './solve.ts';
import type { Thumbnail } from './Thumbnail.ts';

/** How often the map is bettered: first a shift alone, then the whole map. */
const ROUNDS = { shift: 4, affine: 7 };
/** Added to what is held for a common difference of lumas, out of 255. */
const NOISE = 2;

/**
 * How far cells of one grid moved in another beyond what one affine map of them explains: a plane's picture that is
 * shifted, turned, tilted or brought nearer leaves nothing, what lies at different depths does. The difference of lumas
 * that is left, by the slope of the lumas, is a way.
 * Source: Lucas and Kanade 1981, in the form of Baker and Matthews 2004, https://doi.org/10.1023/B:VISI.0000011205.11775.fd
 * @param cells their indices; both grids have one shape, and lumas without steps from cell to cell.
 * @returns in cells, 0 and more; `null` where nothing of them is left in the other grid.
 */
export function affineResidual(from: Thumbnail, to: Thumbnail, cells: readonly number[]): number | null {
  const fit = new Fit(from, to, cells);
  for (let round = 0; round < ROUNDS.shift; round++) fit.improve(2);
  for (let round = 0; round < ROUNDS.affine; round++) fit.improve(6);
  return fit.residual();
}

/** What is left of a cell where it came to lie, the slopes of the lumas there, and its place from the middle of all. */
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
  /** The shift across and down, then by how much it grows from the middle across and down. */
  readonly #map = new Float64Array(6);
  #bias = 0;
  /** The mean difference that is left. */
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

  /** One step of Gauss and Newton, with less weight for what fits badly; @param free how many numbers of the map may change. */
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

  /** Calls with each cell that lies in the other grid, by one object that is used again. */
  #each(tell: (sample: Sample) => void): void {
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
      tell(sample);
    }
  }
}

/** Between a cell, the next one and the two below them: `a` of the way across and `b` down. */
function mixed(luma: Float32Array, i: number, columns: number, a: number, b: number): number {
  const above = (1 - a) * luma[i]! + a * luma[i + 1]!;
  const below = (1 - a) * luma[i + columns]! + a * luma[i + columns + 1]!;
  return (1 - b) * above + b * below;
}

/** How steeply the lumas change about a cell that is not at an edge. */
function steepness({ columns, luma }: Thumbnail, cell: number): number {
  const [left, right] = [luma[cell - 1] ?? 0, luma[cell + 1] ?? 0];
  const [above, below] = [luma[cell - columns] ?? 0, luma[cell + columns] ?? 0];
  return (Math.abs(right - left) + Math.abs(below - above)) / 2;
}
