import type { Raster } from './Raster.ts';

/** Blends the pixels along the outlines with their neighbours, so that they show no steps. */
export function softenEdges({ width, height, materials }: Raster, target: Uint8ClampedArray): void {
  const source = target.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let pixel = y * width + 1; pixel < (y + 1) * width - 1; pixel++) {
      const own = materials[pixel];
      const around = [pixel - 1, pixel + 1, pixel - width, pixel + width] as const;
      if (around.every((other) => materials[other] === own)) continue;
      for (let k = 0; k < 3; k++) {
        const sum = around.reduce((total, other) => total + source[4 * other + k]!, 0);
        target[4 * pixel + k] = (2 * source[4 * pixel + k]! + sum) / 6;
      }
    }
  }
}
