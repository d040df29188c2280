import type { Picture } from '../picture.ts';

/** Cells along the longer side. */
const CELLS = 40;
/** Sample points per cell, across and down: enough for a mean. */
const POINTS = 4;

/**
 * Reduces a picture to a grid of lumas (ITU-R BT.601) with approximately square cells.
 * @param cells along the longer side.
 * @param points sampled in each cell, across and down.
 */
export function thumbnailOf(
  { width, height, data, channels }: Picture,
  cells = CELLS,
  points = POINTS,
): Thumbnail {
  const side = Math.max(width, height) / cells;
  const [columns, rows] = [Math.max(1, Math.round(width / side)), Math.max(1, Math.round(height / side))];
  const luma = new Float32Array(columns * rows);
  const [across, down] = [columns * points, rows * points];
  const places = Uint32Array.from(
    { length: across },
    (_, u) => channels * Math.floor(((u + 0.5) * width) / across),
  );
  const sums = new Float64Array(columns);
  for (let v = 0; v < down; v++) {
    const line = channels * Math.floor(((v + 0.5) * height) / down) * width;
    for (let u = 0, cell = 0; u < across; cell++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let end = u + points; u < end; u++) {
        const at = line + places[u]!;
        red += data[at]!;
        green += data[at + 1]!;
        blue += data[at + 2]!;
      }
      sums[cell]! += 0.299 * red + 0.587 * green + 0.114 * blue;
    }
    if (v % points !== points - 1) continue;
    const row = columns * Math.floor(v / points);
    for (let cell = 0; cell < columns; cell++) luma[row + cell] = sums[cell]! / points ** 2;
    sums.fill(0);
  }
  return { columns, rows, luma };
}

/** A reduced picture: mean luma of the cells of a grid, rows from the top. */
export interface Thumbnail {
  columns: number;
  rows: number;
  /** 0 to 255 each. */
  luma: Float32Array;
}
