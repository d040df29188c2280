/**
 * An out-of-focus room: a warm wall, lit from a window on the left, a plant and a shelf. RGBA, in the size of the
 * picture.
 */
export function background(width: number, height: number, light: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = column / width;
      const y = row / height;
      const window = Math.exp(-(((x - 0.14) / 0.2) ** 2) - ((y - 0.18) / 0.6) ** 2);
      const shelf = ramp((x - 0.7) / 0.06) * ramp((y - 0.3) / 0.05);
      let nearest = Number.NEGATIVE_INFINITY;
      for (const leaf of leaves)
        nearest = Math.max(nearest, -(((x - leaf.x) / leaf.width) ** 2) - ((y - leaf.y) / leaf.height) ** 2);
      const plant = Math.exp(nearest);
      const wall = 0.4 + 0.1 * (1 - y) + 0.3 * window - 0.13 * shelf;
      const at = 4 * (row * width + column);
      for (let k = 0; k < 3; k++) {
        const tint = warm[k]! * (1 - 0.5 * plant * green[k]!) * (1 - shelf * wood[k]!);
        pixels[at + k] =
          255 * Math.min(1, wall * light * tint) ** (1 / 2.2) * 0.95 + grain(row * width + column, k);
      }
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}

/** Middle and size of each leaf, in shares of the picture. */
const leaves = [
  { x: 0.86, y: 0.2, width: 0.05, height: 0.12 },
  { x: 0.93, y: 0.16, width: 0.05, height: 0.14 },
  { x: 0.8, y: 0.26, width: 0.06, height: 0.06 },
  { x: 0.98, y: 0.27, width: 0.06, height: 0.07 },
];

/** The color of the wall, and the darkening by leaves and shelf, per color. */
const warm = [1.04, 0.99, 0.9] as const;
const green = [1, 0.55, 0.9] as const;
const wood = [0, 0.12, 0.26] as const;

function ramp(t: number): number {
  const s = Math.max(0, Math.min(1, t));
  return s * s * (3 - 2 * s);
}

function grain(pixel: number, channel: number): number {
  const mixed = Math.imul((3 * pixel + channel) ^ (pixel >>> 11), 0x45d9f3b);
  return (((mixed ^ (mixed >>> 13)) & 255) / 255 - 0.5) * 3;
}
