import type { Scene } from './Scene.ts';

/** Mean luma of the cells of a face, 1 to 255: of the inner part, where there is no hair and no room. */
export function faceLight({ thumbnail: { columns, rows, luma }, face }: Scene): number {
  const reach = (face.width * columns) / 3;
  const [cx, cy] = [face.x * columns, face.y * columns];
  let [sum, count] = [0, 0];
  for (let row = Math.max(0, Math.floor(cy - reach)); row < Math.min(rows, cy + reach); row++) {
    for (let column = Math.max(0, Math.floor(cx - reach)); column < Math.min(columns, cx + reach); column++) {
      sum += luma[row * columns + column]!;
      count++;
    }
  }
  return Math.max(1, count > 0 ? sum / count : 0);
}
