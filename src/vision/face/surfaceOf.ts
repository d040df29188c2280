/** What can be said of a face's picture as such. */
export interface Surface {
  /** Mean luma, 0 (black) to 255. */
  light: number;
  /**
   * Variance of the Laplacian of the luma: 0 for an even or utterly blurred patch. Depends on the face and
   * the camera: compare with the same person's best.
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
