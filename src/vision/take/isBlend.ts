import type { Thumbnail } from './Thumbnail.ts';

/** RMS difference of lumas below which two pictures have nothing to blend. */
const LEAST_CHANGE = 8;
/** What is left of a blend, in shares of the change; a head that moves leaves 0.18 and more. */
const MOST_LEFT = 0.1;

/**
 * Whether all pictures between two are nothing but one faded into the other: no head that turns looks like a mixture of
 * where it was and where it will be.
 */
export function isBlend(from: Thumbnail, between: readonly Thumbnail[], to: Thumbnail): boolean {
  const cells = from.luma.length;
  let along = 0;
  for (let i = 0; i < cells; i++) along += (to.luma[i]! - from.luma[i]!) ** 2;
  if (between.length === 0 || Math.sqrt(along / cells) < LEAST_CHANGE) return false;
  const most = MOST_LEFT ** 2 * along;
  return between.every((middle) => residual(from.luma, middle.luma, to.luma, along) < most);
}

/**
 * What is left of `middle` beyond the best mixture of the other two, by least squares; squared, of all cells.
 * @param along the change from the first to the last, squared, of all cells.
 */
function residual(from: Float32Array, middle: Float32Array, to: Float32Array, along: number): number {
  let across = 0;
  let way = 0;
  for (let i = 0; i < from.length; i++) {
    const step = middle[i]! - from[i]!;
    across += step * (to[i]! - from[i]!);
    way += step * step;
  }
  return way - across ** 2 / along;
}
