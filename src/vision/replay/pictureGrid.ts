import type { Picture } from '../picture.ts';

/** An area of a picture: its upper left corner and its size, as shares of the picture. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Lumas (ITU-R BT.601) of a square grid of cells, row by row. */
export interface Grid {
  side: number;
  luma: Float32Array;
}

/** Distance of two sample points in pixels, and the maximum number of samples per cell, across and down. */
const SPACING = 1.5;
const MAX_POINTS = 8;

/** Reduces an area of a picture to a square grid. Outside of the picture its edge pixels are used. */
export function gridOf(picture: Picture, { x, y, width, height }: Area, side: number): Grid {
  const luma = new Float32Array(side * side);
  const pixels = Math.max(width * picture.width, height * picture.height) / side;
  const perCell = Math.max(1, Math.min(MAX_POINTS, Math.round(pixels / SPACING)));
  const points = perCell * side;
  for (let v = 0; v < points; v++) {
    const line = (y + ((v + 0.5) / points) * height) * picture.height - 0.5;
    const row = side * Math.floor(v / perCell);
    for (let u = 0; u < points; u++) {
      const column = (x + ((u + 0.5) / points) * width) * picture.width - 0.5;
      luma[row + Math.floor(u / perCell)]! += lumaAt(picture, column, line) / perCell ** 2;
    }
  }
  return { side, luma };
}

/** The luma interpolated between four pixels. */
function lumaAt({ width, height, data, channels }: Picture, x: number, y: number): number {
  const [left, top] = [clamp(Math.floor(x), width - 2), clamp(Math.floor(y), height - 2)];
  const [right, below] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const at = channels * (top * width + left);
  const next = channels * width;
  const of = (i: number) => 0.299 * data[i]! + 0.587 * data[i + 1]! + 0.114 * data[i + 2]!;
  const upper = of(at) + (of(at + channels) - of(at)) * right;
  const lower = of(at + next) + (of(at + next + channels) - of(at + next)) * right;
  return upper + (lower - upper) * below;
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}
