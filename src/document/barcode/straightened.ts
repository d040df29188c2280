import type { Grey } from '../find/grey.ts';
import type { BarcodePlace } from './findBarcode.ts';

/** A part of the picture turned back by its lean and enlarged; white where it runs out of the picture. */
export function straightened(
  { width, height, data }: Grey,
  { lean, left, top, right, bottom }: BarcodePlace,
  scale: number,
): Grey {
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)];
  const [w, h] = [Math.round(scale * (right - left)), Math.round(scale * (bottom - top))];
  const to = new Uint8Array(w * h);
  for (let row = 0, at = 0; row < h; row++) {
    for (let column = 0; column < w; column++, at++) {
      const u = left + (column + 0.5) / scale;
      const v = top + (row + 0.5) / scale;
      const x = u * cos - v * sin + (width - 1) / 2;
      const y = u * sin + v * cos + (height - 1) / 2;
      const column0 = Math.floor(x);
      const row0 = Math.floor(y);
      if (column0 < 0 || row0 < 0 || column0 >= width - 1 || row0 >= height - 1) {
        to[at] = 255;
        continue;
      }
      const from = row0 * width + column0;
      const upper = data[from]! + (data[from + 1]! - data[from]!) * (x - column0);
      const lower = data[from + width]! + (data[from + width + 1]! - data[from + width]!) * (x - column0);
      to[at] = upper + (lower - upper) * (y - row0) + 0.5;
    }
  }
  return { width: w, height: h, data: to };
}
