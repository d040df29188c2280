/** Properties of a face's pixels. */
export interface Surface {
  /** Mean luma, 0 (black) to 255. */
  light: number;
  /**
   * Variance of the Laplacian of the luma: 0 for a uniform or completely blurred patch. Depends on face and camera:
   * compare it with the same person's best value.
   */
  sharpness: number;
}

/**
 * Measures a square of lumas, 0 to 255 each.
 * Source: Pech-Pacheco et al. 2000 for the measure of sharpness.
 */
export function surfaceOf(luma: Float32Array, side: number): Surface {
  let light = 0;
  for (let i = 0; i < luma.length; i++) light += luma[i]!;
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < side - 1; y++) {
    for (let i = y * side + 1; i < (y + 1) * side - 1; i++) {
      const value = luma[i - 1]! + luma[i + 1]! + luma[i - side]! + luma[i + side]! - 4 * luma[i]!;
      sum += value;
      squares += value * value;
    }
  }
  const count = (side - 2) ** 2;
  return { light: light / luma.length, sharpness: squares / count - (sum / count) ** 2 };
}

/** Index offsets to the neighbouring cell of a grid: across, down and along both diagonals. */
const DIRECTIONS = (side: number) => [
  { next: 1, square: 1 },
  { next: side, square: 1 },
  { next: side + 1, square: 2 },
  { next: side - 1, square: 2 },
];

/**
 * The fineness of detail in its weakest direction: variance of the second differences divided by that of the first. A
 * camera that moves during the exposure loses fine detail along its path and none across it. Independent of contrast.
 * @param luma of a square, 0 to 255 each.
 * @returns about 0.2 to 0.5 for a sharp face; 0 if the lumas are constant along a direction.
 */
export function finenessOf(luma: Float32Array, side: number): number {
  return Math.min(...DIRECTIONS(side).map(({ next, square }) => along(luma, side, next) / square));
}

function along(luma: Float32Array, side: number, next: number): number {
  let slope = 0;
  let slopes = 0;
  let bend = 0;
  let bends = 0;
  for (let y = 1; y < side - 1; y++) {
    for (let i = y * side + 1; i < (y + 1) * side - 1; i++) {
      const before = luma[i - next]!;
      const after = luma[i + next]!;
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

/**
 * The lumas (ITU-R BT.601) of float32 pixels of 4 channels.
 * @param to where to write them, one for each pixel.
 */
export function lumaOf(pixels: Float32Array, to: Float32Array): Float32Array {
  for (let i = 0; i < to.length; i++) {
    to[i] = 0.299 * pixels[4 * i]! + 0.587 * pixels[4 * i + 1]! + 0.114 * pixels[4 * i + 2]!;
  }
  return to;
}
