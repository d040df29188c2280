import type { Picture } from '../Picture.ts';
import type { Thumbnail } from './Thumbnail.ts';

/** Cells along the longer side. */
const CELLS = 40;
/** Looked at in each cell: so many points across and down are enough for a mean. */
const POINTS = 4;

/**
 * Shrinks a picture to a grid of lumas (ITU-R BT.601), about square cells.
 * @param cells along the longer side.
 * @param points looked at in each cell, across and down.
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
  for (let v = 0; v < down; v++) {
    const line = channels * Math.floor(((v + 0.5) * height) / down) * width;
    let cell = Math.floor(v / points) * columns;
    for (let u = 0; u < across; cell++) {
      let sum = 0;
      for (let end = u + points; u < end; u++) {
        const at = line + places[u]!;
        sum += 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
      }
      luma[cell]! += sum / points ** 2;
    }
  }
  return { columns, rows, luma };
}
