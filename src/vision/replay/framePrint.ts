import type { Picture } from '../picture.ts';
import { type Area, gridOf } from './pictureGrid.ts';

/** Cells of the grid, across and down. */
const CELLS = 32;
/** Frequencies across and down. */
const WAVES = 8;
const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };
/** Minimum standard deviation of the luma, of 255: a nearly uniform picture resembles any other. */
const MIN_CONTRAST = 8;

/**
 * Global descriptor of a frame: the lowest frequencies of its luma without the mean (63 DCT coefficients, normalized to
 * length 1), which coding, scaling and cropping by some pixels hardly change.
 * @returns `null` for a nearly uniform picture.
 */
export function framePrint(picture: Picture): Float32Array | null {
  const { luma } = gridOf(picture, WHOLE, CELLS);
  const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length;
  const variance = luma.reduce((sum, value) => sum + (value - mean) ** 2, 0) / luma.length;
  if (variance < MIN_CONTRAST ** 2) return null;
  const print = lowestWaves(luma).subarray(1);
  const length = Math.hypot(...print);
  return print.map((value) => value / length);
}

/** The lowest DCT frequencies, computed along the rows, then along the columns. */
function lowestWaves(luma: Float32Array): Float32Array {
  const rows = new Float32Array(WAVES * CELLS);
  for (let y = 0; y < CELLS; y++)
    for (let u = 0; u < WAVES; u++)
      for (let x = 0; x < CELLS; x++) rows[WAVES * y + u]! += luma[CELLS * y + x]! * wave(u, x);
  const waves = new Float32Array(WAVES ** 2);
  for (let v = 0; v < WAVES; v++)
    for (let u = 0; u < WAVES; u++)
      for (let y = 0; y < CELLS; y++) waves[WAVES * v + u]! += rows[WAVES * y + u]! * wave(v, y);
  return waves;
}

const waves = Float32Array.from({ length: WAVES * CELLS }, (_, i) =>
  Math.cos((Math.PI * Math.floor(i / CELLS) * ((i % CELLS) + 0.5)) / CELLS),
);

function wave(frequency: number, at: number): number {
  return waves[CELLS * frequency + at]!;
}

/** The distance of two prints: 0 for equal ones, 2 for opposite ones. */
export function printDistance(one: Float32Array, other: Float32Array): number {
  return Math.hypot(...one.map((value, i) => value - other[i]!));
}
