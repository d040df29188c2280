/** A room out of focus: a wall, lit from a window on the left, a door. RGBA, the size of the picture. */
export function background(width: number, height: number, light: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [x, y] = [column / width, row / height];
      const window = Math.exp(-(((x - 0.17) / 0.16) ** 2) - ((y - 0.2) / 0.55) ** 2);
      const door = ramp((x - 0.72) / 0.03) * ramp((y - 0.26) / 0.03);
      const wall = 0.3 + 0.09 * (1 - y) + 0.3 * window - 0.1 * door;
      const at = 4 * (row * width + column);
      for (let k = 0; k < 3; k++) {
        const tint = 1 + (door * [0.02, -0.03, -0.12][k]! + [0.02, 0.01, -0.02][k]!);
        pixels[at + k] =
          255 * Math.min(1, wall * light * tint) ** (1 / 2.2) * 0.93 + grain(row * width + column, k);
      }
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}

function ramp(t: number): number {
  const s = Math.max(0, Math.min(1, t));
  return s * s * (3 - 2 * s);
}

function grain(pixel: number, channel: number): number {
  const mixed = Math.imul((3 * pixel + channel) ^ (pixel >>> 11), 0x45d9f3b);
  return (((mixed ^ (mixed >>> 13)) & 255) / 255 - 0.5) * 3;
}
