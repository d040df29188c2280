import type { Picture } from '../vision/picture.ts';
import type { Point } from './find/geometry.ts';

/** A part of a picture, upright. */
export interface Crop extends Picture {
  /** Where a point of the crop is in the picture. */
  origin(x: number, y: number): Point;
}

/**
 * Cuts a page out and turns it upright. What lies outside the picture is black.
 * @param corners upper left, upper right, lower right, lower left, as the text runs.
 * @param width of the result in pixels.
 */
export function cropPage(picture: Picture, corners: [Point, Point, Point, Point], width: number): Crop {
  const [a, b, c, d] = corners;
  const across = (Math.hypot(b[0] - a[0], b[1] - a[1]) + Math.hypot(c[0] - d[0], c[1] - d[1])) / 2;
  const along = (Math.hypot(d[0] - a[0], d[1] - a[1]) + Math.hypot(c[0] - b[0], c[1] - b[1])) / 2;
  const height = Math.max(1, Math.min(2 * width, Math.round((width * along) / Math.max(1, across))));
  const edges = ([0, 1] as const).map((axis) => edgesOf(corners, axis, width)) as [Edges, Edges];
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, to = 0; y < height; y++) {
    const t = (y + 0.5) / height;
    const [{ upper: upperX, lower: lowerX }, { upper: upperY, lower: lowerY }] = edges;
    for (let x = 0; x < width; x++, to += 3) {
      const u = (1 - t) * upperX[x]! + t * lowerX[x]!;
      const v = (1 - t) * upperY[x]! + t * lowerY[x]!;
      sample(picture, u - 0.5, v - 0.5, data, to);
    }
  }
  const mix = (x: number, y: number, axis: 0 | 1) => {
    const s = x / width;
    const t = y / height;
    return (1 - t) * ((1 - s) * a[axis] + s * b[axis]) + t * ((1 - s) * d[axis] + s * c[axis]);
  };
  return { width, height, data, channels: 3, origin: (x, y) => [mix(x, y, 0), mix(x, y, 1)] };
}

/** Where the middle of each column is on the upper and on the lower edge: once, not for each pixel. */
interface Edges {
  upper: Float64Array;
  lower: Float64Array;
}

function edgesOf([a, b, c, d]: [Point, Point, Point, Point], axis: 0 | 1, width: number): Edges {
  const [upper, lower] = [new Float64Array(width), new Float64Array(width)];
  for (let x = 0; x < width; x++) {
    const s = (x + 0.5) / width;
    upper[x] = (1 - s) * a[axis] + s * b[axis];
    lower[x] = (1 - s) * d[axis] + s * c[axis];
  }
  return { upper, lower };
}

function sample(
  { width, height, data, channels }: Picture,
  x: number,
  y: number,
  to: Uint8Array,
  at: number,
): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return;
  const tx = x - left;
  const ty = y - top;
  const from = (top * width + left) * channels;
  const row = width * channels;
  for (let i = 0; i < 3; i++) {
    const one = from + i;
    const other = one + row;
    const upper = data[one]! * (1 - tx) + data[one + channels]! * tx;
    const lower = data[other]! * (1 - tx) + data[other + channels]! * tx;
    to[at + i] = (upper * (1 - ty) + lower * ty + 0.5) | 0;
  }
}
