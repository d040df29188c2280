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
  const lines = pointsAlong(points, { start: y, length: height, pixels: picture.height });
  // Of the columns, in variables of their own: the inner loop takes most of the time of a comparison.
  const { first, share } = pointsAlong(points, { start: x, length: width, pixels: picture.width });
  const cells = Int32Array.from({ length: points }, (_, u) => Math.floor(u / perCell));
  const { data, channels } = picture;
  const next = channels * picture.width;
  const count = perCell ** 2;
  const of = (i: number) => 0.299 * data[i]! + 0.587 * data[i + 1]! + 0.114 * data[i + 2]!;
  for (let v = 0; v < points; v++) {
    const line = next * lines.first[v]!;
    const below = lines.share[v]!;
    const row = side * cells[v]!;
    for (let u = 0; u < points; u++) {
      // Between four pixels.
      const at = line + channels * first[u]!;
      const right = share[u]!;
      const upperLeft = of(at);
      const lowerLeft = of(at + next);
      const upper = upperLeft + (of(at + channels) - upperLeft) * right;
      const lower = lowerLeft + (of(at + next + channels) - lowerLeft) * right;
      luma[row + cells[u]!]! += (upper + (lower - upper) * below) / count;
    }
  }
  return { side, luma };
}

/**
 * Points evenly along a part of one side of a picture.
 * @returns for each the first of the two pixels that it lies between, and the share of the second.
 */
function pointsAlong(
  count: number,
  { start, length, pixels }: { start: number; length: number; pixels: number },
): { first: Int32Array; share: Float64Array } {
  const first = new Int32Array(count);
  const share = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const at = (start + ((i + 0.5) / count) * length) * pixels - 0.5;
    first[i] = Math.max(0, Math.min(pixels - 2, Math.floor(at)));
    share[i] = Math.min(1, Math.max(0, at - first[i]!));
  }
  return { first, share };
}
