import sharp from 'sharp';
import type { Photograph } from './Photograph.ts';

/** Where in the photograph a pixel comes from; outside of it is the room. */
export type Source = (x: number, y: number) => readonly [x: number, y: number];

/**
 * A JPEG of a photograph that is bent, tilted or stretched before a wall.
 * @param every which pixels of it: each, or every second across and down.
 */
export function warped({ width, height, data }: Photograph, source: Source, every: 1 | 2): Promise<Buffer> {
  const [columns, rows] = [Math.floor(width / every), Math.floor(height / every)];
  const out = Buffer.alloc(columns * rows * 3);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [column * every, row * every];
      const [u, v] = source(x, y);
      const to = 3 * (row * columns + column);
      const [left, top] = [Math.floor(u), Math.floor(v)];
      if (!(left >= 0 && top >= 0 && left < width - 1 && top < height - 1)) {
        wall(out, to, x, y);
        continue;
      }
      const [across, down] = [u - left, v - top];
      const from = 3 * (top * width + left);
      for (let channel = 0; channel < 3; channel++) {
        const at = from + channel;
        const upper = data[at]! + across * (data[at + 3]! - data[at]!);
        const lower = data[at + 3 * width]! + across * (data[at + 3 * width + 3]! - data[at + 3 * width]!);
        out[to + channel] = upper + down * (lower - upper);
      }
    }
  }
  return sharp(out, { raw: { width: columns, height: rows, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** A texture with edges, so that it counts as a room. */
function wall(out: Buffer, to: number, x: number, y: number): void {
  const value = 120 + 50 * Math.sign(Math.sin(x / 23)) + 30 * Math.sign(Math.cos(y / 31));
  out.fill(value, to, to + 3);
}
