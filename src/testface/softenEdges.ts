import type { Raster } from './Raster.ts';

/** Antialiasing: blends the pixels along the outlines with their neighbours. */
export function softenEdges({ width, height, materials }: Raster, target: Uint8ClampedArray): void {
  const source = target.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let pixel = y * width + 1; pixel < (y + 1) * width - 1; pixel++) {
      const material = materials[pixel];
      // No arrays here: allocating one per pixel of each frame would take a third of the drawing time.
      const left = pixel - 1;
      const right = pixel + 1;
      const above = pixel - width;
      const below = pixel + width;
      if (
        materials[left] === material &&
        materials[right] === material &&
        materials[above] === material &&
        materials[below] === material
      )
        continue;
      for (let k = 0; k < 3; k++) {
        const sum =
          source[4 * left + k]! + source[4 * right + k]! + source[4 * above + k]! + source[4 * below + k]!;
        target[4 * pixel + k] = (2 * source[4 * pixel + k]! + sum) / 6;
      }
    }
  }
}
