/** A room out of focus: a warm wall, lit from a window on the left, a plant and a shelf. RGBA, the size of the picture. */
export function background(width: number, height: number, light: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [x, y] = [column / width, row / height];
      const window = Math.exp(-(((x - 0.14) / 0.2) ** 2) - ((y - 0.18) / 0.6) ** 2);
      const shelf = ramp((x - 0.7) / 0.06) * ramp((y - 0.3) / 0.05);
      const plant = leaves.reduce((sum, [lx, ly, wide, high]) => {
        return Math.max(sum, Math.exp(-(((x - lx) / wide) ** 2) - ((y - ly) / high) ** 2));
      }, 0);
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
  [0.86, 0.2, 0.05, 0.12],
  [0.93, 0.16, 0.05, 0.14],
  [0.8, 0.26, 0.06, 0.06],
  [0.98, 0.27, 0.06, 0.07],
] as const;

/** The wall, and what the leaves and the shelf take from it, per color. */
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
