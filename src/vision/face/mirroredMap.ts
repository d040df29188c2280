import type { AffineMap } from './AffineMap.ts';

/** The same map with left and right of its square changed over. */
export function mirroredMap([a, b, c, d, e, f]: AffineMap, side: number): AffineMap {
  return [-a, b, c + (side - 1) * a, -d, e, f + (side - 1) * d];
}
