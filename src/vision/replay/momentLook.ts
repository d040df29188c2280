import { CELLS } from './momentGrid.ts';

/** Radius of the surroundings that a cell is compared with, in cells. */
const RADIUS = 4;
/** Variance of the luma, of 255 squared, that grain and coding leave in the surroundings of a cell. */
const NOISE = 30;
/** Cells of one block, across and down. */
const BLOCK = 8;
/** Energy of a block, of 1 for all blocks, below which little is in it. */
const EMPTY = 0.0003;
/** The share of the blocks that may differ: a picture can be drawn over. */
const MAY_DIFFER = 0.25;

/**
 * The look of a moment in the band that grain, blur, sharpening, gamma, light and coding leave alone: smoothed, then
 * each cell relative to mean and contrast of its surroundings. Of length 1.
 */
export function momentLook(luma: ArrayLike<number>): Float32Array {
  const smooth = smoothed(smoothed(Float32Array.from(luma), 1), CELLS);
  const means = boxMeans(smooth);
  const squares = boxMeans(smooth.map((value) => value * value));
  const look = smooth.map((value, at) => {
    const variance = Math.max(0, squares[at]! - means[at]! ** 2);
    return (value - means[at]!) / Math.sqrt(variance + NOISE);
  });
  return unit(look);
}

function unit(look: Float32Array): Float32Array {
  const length = Math.sqrt(correlation(look, look)) || 1;
  return look.map((value) => value / length);
}

/** Smoothed along the rows (`step` 1) or the columns (`step` `CELLS`). */
function smoothed(luma: Float32Array, step: number): Float32Array {
  return luma.map((value, at) => {
    const place = step === 1 ? at % CELLS : Math.floor(at / CELLS);
    const before = place > 0 ? luma[at - step]! : value;
    const after = place < CELLS - 1 ? luma[at + step]! : value;
    return (before + 2 * value + after) / 4;
  });
}

/** The means of the surroundings of all cells, by sums over the rectangles from the upper left corner. */
function boxMeans(values: Float32Array): Float32Array {
  const width = CELLS + 1;
  const sums = new Float64Array(width * width);
  for (let y = 0; y < CELLS; y++) {
    let row = 0;
    for (let x = 0; x < CELLS; x++) {
      row += values[CELLS * y + x]!;
      sums[width * (y + 1) + x + 1] = sums[width * y + x + 1]! + row;
    }
  }
  return values.map((_, at) => {
    const [x, y] = [at % CELLS, Math.floor(at / CELLS)];
    const [left, right] = [Math.max(0, x - RADIUS), Math.min(CELLS, x + RADIUS + 1)];
    const [top, bottom] = [width * Math.max(0, y - RADIUS), width * Math.min(CELLS, y + RADIUS + 1)];
    const sum = sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!;
    return (width * sum) / ((bottom - top) * (right - left));
  });
}

/** The correlation of two looks as a whole. */
export function correlation(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}

/** The correlation that three quarters of the blocks of two looks reach: 1 for the same moment. */
export function likeness(one: Float32Array, other: Float32Array): number {
  const found: number[] = [];
  for (let top = 0; top < CELLS; top += BLOCK)
    for (let left = 0; left < CELLS; left += BLOCK) {
      let [both, a, b] = [0, EMPTY, EMPTY];
      for (let y = top; y < top + BLOCK; y++)
        for (let at = CELLS * y + left; at < CELLS * y + left + BLOCK; at++) {
          both += one[at]! * other[at]!;
          a += one[at]! ** 2;
          b += other[at]! ** 2;
        }
      found.push(both / Math.sqrt(a * b));
    }
  return found.sort((a, b) => a - b)[Math.floor(MAY_DIFFER * found.length)]!;
}

/** A look between two moments that follow each other: the one most like a third, whenever that was taken. */
export function between(from: Float32Array, to: Float32Array, like: Float32Array): Float32Array {
  const change = from.map((value, at) => to[at]! - value);
  const length = correlation(change, change);
  if (length < 1e-6) return from;
  const share = (correlation(like, change) - correlation(from, change)) / length;
  const bounded = Math.max(0, Math.min(1, share));
  return unit(from.map((value, at) => value + bounded * change[at]!));
}
