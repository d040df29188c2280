import type { FaceBox } from './Scene.ts';
import type { Thumbnail } from './Thumbnail.ts';

/**
 * Which cells of a thumbnail show no face or hair: 1, or 2 where it is not the body below it either; 0 is the head.
 * The head is taken for an ellipse about the box of the landmarks, the body for a column below it.
 */
export function headMask({ columns, rows }: Thumbnail, { x, y, width }: FaceBox): Uint8Array {
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
