import type { Grey } from '../find/grey.ts';

/**
 * How far the bars of a barcode lean, in radians between -π/2 and π/2: its columns change along that direction. Null where
 * no part of the picture has edges in one direction only.
 */
export function leanOf({ width, height, data }: Grey): number | null {
  let [x, y] = [0, 0];
  for (let top = 0; top + BLOCK < height; top += BLOCK) {
    for (let left = 0; left + BLOCK < width; left += BLOCK) {
      let [sum, cos, sin] = [0, 0, 0];
      for (let row = top; row < top + BLOCK; row++) {
        for (let column = left; column < left + BLOCK; column++) {
          const at = row * width + column;
          const dx = data[at + 1]! + data[at + width + 1]! - data[at]! - data[at + width]!;
          const dy = data[at + width]! + data[at + width + 1]! - data[at]! - data[at + 1]!;
          // Twice the angle: an edge from dark to light and one back are the same direction.
          cos += dx * dx - dy * dy;
          sin += 2 * dx * dy;
          sum += dx * dx + dy * dy;
        }
      }
      const length = Math.hypot(cos, sin);
      if (sum < MIN_EDGES * BLOCK ** 2 || length < MIN_AGREEMENT * sum) continue;
      x += cos;
      y += sin;
    }
  }
  return x === 0 && y === 0 ? null : Math.atan2(y, x) / 2;
}

const BLOCK = 16;
/** Mean square of the change from pixel to pixel, and how much of it is in one direction. */
const MIN_EDGES = 400;
const MIN_AGREEMENT = 0.5;

/** The picture turned back by an angle about its middle and enlarged; white around it. */
export function straightened({ width, height, data }: Grey, angle: number, scale: number): Grey {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const w = Math.round(scale * (width * Math.abs(cos) + height * Math.abs(sin)));
  const h = Math.round(scale * (width * Math.abs(sin) + height * Math.abs(cos)));
  const to = new Uint8Array(w * h);
  for (let row = 0, at = 0; row < h; row++) {
    for (let column = 0; column < w; column++, at++) {
      const [u, v] = [(column - (w - 1) / 2) / scale, (row - (h - 1) / 2) / scale];
      const x = u * cos - v * sin + (width - 1) / 2;
      const y = u * sin + v * cos + (height - 1) / 2;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
        to[at] = 255;
        continue;
      }
      const from = top * width + left;
      const upper = data[from]! + (data[from + 1]! - data[from]!) * (x - left);
      const lower = data[from + width]! + (data[from + width + 1]! - data[from + width]!) * (x - left);
      to[at] = upper + (lower - upper) * (y - top) + 0.5;
    }
  }
  return { width: w, height: h, data: to };
}
