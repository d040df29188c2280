/** Cells to the next one in a direction of a grid: across, down and along both diagonals. */
const DIRECTIONS = (side: number) => [
  { next: 1, square: 1 },
  { next: side, square: 1 },
  { next: side + 1, square: 2 },
  { next: side - 1, square: 2 },
];

/**
 * How fine the detail is in the direction where it is least: variance of the second differences by that of the first. A
 * picture that moved while it was taken lost what is fine along its way and nothing across it. Knows no contrast.
 * @param pixels float32 of 4 channels, 0 to 255 each, of a square.
 * @returns about 0.2 to 0.5 of a sharp face; 0 where nothing changes.
 */
export function finenessOf(pixels: Float32Array, side: number): number {
  const luma = new Float32Array(side * side);
  for (let i = 0; i < luma.length; i++) {
    luma[i] = 0.299 * pixels[4 * i]! + 0.587 * pixels[4 * i + 1]! + 0.114 * pixels[4 * i + 2]!;
  }
  return Math.min(...DIRECTIONS(side).map(({ next, square }) => along(luma, side, next) / square));
}

function along(luma: Float32Array, side: number, next: number): number {
  let [slope, slopes, bend, bends] = [0, 0, 0, 0];
  for (let y = 1; y < side - 1; y++) {
    for (let i = y * side + 1; i < (y + 1) * side - 1; i++) {
      const [before, after] = [luma[i - next]!, luma[i + next]!];
      const first = after - before;
      const second = after + before - 2 * luma[i]!;
      slope += first;
      slopes += first * first;
      bend += second;
      bends += second * second;
    }
  }
  const count = (side - 2) ** 2;
  const spread = slopes / count - (slope / count) ** 2;
  return spread > 1e-3 ? (bends / count - (bend / count) ** 2) / spread : 0;
}
