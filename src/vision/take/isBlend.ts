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
  const change = rootMeanSquare(from.luma, (value, i) => value - to.luma[i]!);
  if (between.length === 0 || change < LEAST_CHANGE) return false;
  return between.every((middle) => residual(from.luma, middle.luma, to.luma) < MOST_LEFT * change);
}

/** What is left of `middle` beyond the best mixture of the other two, by least squares. */
function residual(from: Float32Array, middle: Float32Array, to: Float32Array): number {
  let [along, across] = [0, 0];
  for (let i = 0; i < from.length; i++) {
    const step = to[i]! - from[i]!;
    along += step * step;
    across += step * (middle[i]! - from[i]!);
  }
  const share = along > 0 ? across / along : 0;
  return rootMeanSquare(middle, (value, i) => value - from[i]! - share * (to[i]! - from[i]!));
}

function rootMeanSquare(numbers: Float32Array, of: (value: number, index: number) => number): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += of(numbers[i]!, i) ** 2;
  return Math.sqrt(sum / numbers.length);
}
