import type { Grey } from './grey.ts';
import { findBlobs } from './kernelCalls.ts';

/** A straight bar of ink: a line of text seen from so far that its characters run together. Pixels, radians. */
export interface Bar {
  x: number;
  y: number;
  /** Direction, -π/2 to π/2. */
  angle: number;
  length: number;
  thickness: number;
}

/** Finds the ink of a picture, as bars of the same moments, in the order of their first pixels. */
export function inkBlobs(grey: Grey): Bar[] {
  const sums = findBlobs(grey);
  return sums
    ? Array.from({ length: sums.length / 6 }, (_, i) => blobOf([...sums.subarray(6 * i, 6 * i + 6)] as Sums))
    : plainBlobs(grey);
}

/** The same without WebAssembly. */
export function plainBlobs(grey: Grey): Bar[] {
  const { width, height } = grey;
  const ink = inkOf(grey);
  const [near, around] = [new BoxRows(ink, width, NEAR), new BoxRows(ink, width, AROUND)];
  const mask = new Uint8Array(width * height);
  for (let at = 0; at < mask.length; ) {
    const [nearSums, aroundSums] = [near.next(), around.next()];
    for (let x = 0; x < width; x++, at++)
      if (
        Math.fround(nearSums[x]! * near.share) >
        1.15 * Math.fround(aroundSums[x]! * around.share) + INK_FLOOR
      )
        mask[at] = 1;
  }
  return components(mask, width, height);
}

/** Smaller blobs are dust. */
const LEAST = 12;
/** How far the surroundings reach: of a pixel on paper, of a character, and of a line. */
const [PAPER, NEAR, AROUND] = [4, 2, 10];
/** Below this there is paper grain, no print. */
const INK_FLOOR = 3;

/** How much darker a pixel is than its surroundings, relative to them: 0 to 255. */
function inkOf({ width, height, data }: Grey): Uint8Array {
  const rows = new BoxRows(data, width, PAPER);
  const ink = new Uint8Array(width * height);
  for (let at = 0; at < ink.length; ) {
    const sums = rows.next();
    for (let x = 0; x < width; x++, at++) {
      const mean = Math.fround(sums[x]! * rows.share);
      const dark = mean - data[at]!;
      if (dark > 0) ink[at] = (dark * 255) / (mean + 20);
    }
  }
  return ink;
}

/**
 * The sums of the pixels up to `reach` away, in columns and rows, row by row: a row stays in the processor's cache, which a
 * picture of means does not. Beyond the edge are the pixels of the edge.
 */
class BoxRows {
  /** What each pixel counts in a mean. */
  readonly share: number;
  readonly #from: Uint8Array;
  readonly #width: number;
  readonly #reach: number;
  /** Sums over the rows, with as many columns beyond both edges as are looked at. */
  readonly #columns: Int32Array;
  readonly #sums: Int32Array;
  #y = 0;

  constructor(from: Uint8Array, width: number, reach: number) {
    this.share = 1 / (2 * reach + 1) ** 2;
    this.#from = from;
    this.#width = width;
    this.#reach = reach;
    this.#columns = new Int32Array(width + 2 * reach);
    this.#sums = new Int32Array(width);
    // The row before the first.
    for (let y = -reach - 1; y < reach; y++) {
      const row = this.#rowAt(y);
      for (let x = 0; x < width; x++) this.#columns[x + reach]! += from[row + x]!;
    }
  }

  /** The sums of the next row; the next call overwrites them. */
  next(): Int32Array {
    const [from, columns, sums, width, reach] = [
      this.#from,
      this.#columns,
      this.#sums,
      this.#width,
      this.#reach,
    ];
    const [entering, leaving] = [this.#rowAt(this.#y + reach), this.#rowAt(this.#y - reach - 1)];
    for (let x = 0; x < width; x++) columns[x + reach]! += from[entering + x]! - from[leaving + x]!;
    columns.fill(columns[reach]!, 0, reach);
    columns.fill(columns[reach + width - 1]!, reach + width);
    // The thresholds of this file were set with the first column counted once more.
    let sum = columns[reach]!;
    for (let x = 0; x < 2 * reach; x++) sum += columns[x]!;
    for (let x = 0; x < width; x++) {
      sum += columns[x + 2 * reach]!;
      sums[x] = sum;
      sum -= columns[x]!;
    }
    this.#y++;
    return sums;
  }

  #rowAt(y: number): number {
    return Math.max(0, Math.min(this.#from.length / this.#width - 1, y)) * this.#width;
  }
}

/** Connected pixels, as bars of the same moments. */
function components(mask: Uint8Array, width: number, height: number): Bar[] {
  const blobs: Bar[] = [];
  const stack = new Int32Array(width * height);
  for (let start = mask.indexOf(1); start >= 0; start = mask.indexOf(1, start + 1)) {
    let depth = 0;
    stack[depth++] = start;
    mask[start] = 2;
    let [count, sumX, sumY, sumXX, sumXY, sumYY] = [0, 0, 0, 0, 0, 0];
    while (depth > 0) {
      const at = stack[--depth]!;
      const y = (at / width) | 0;
      const x = at - y * width;
      count++;
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumXY += x * y;
      sumYY += y * y;
      const left = x > 0 ? 1 : 0;
      const right = x < width - 1 ? 1 : 0;
      for (let dy = y > 0 ? -width : 0; dy <= (y < height - 1 ? width : 0); dy += width) {
        for (let next = at + dy - left; next <= at + dy + right; next++) {
          if (mask[next] === 1) {
            mask[next] = 2;
            stack[depth++] = next;
          }
        }
      }
    }
    if (count >= LEAST) blobs.push(blobOf([count, sumX, sumY, sumXX, sumXY, sumYY]));
  }
  return blobs;
}

/** Over the pixels of 1, x, y, x², xy and y². */
type Sums = [number, number, number, number, number, number];

function blobOf([count, sumX, sumY, sumXX, sumXY, sumYY]: Sums): Bar {
  const [x, y] = [sumX / count, sumY / count];
  const [xx, xy, yy] = [sumXX / count - x * x, sumXY / count - x * y, sumYY / count - y * y];
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [half, turn] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];
  // A uniform bar of length l has the variance l² / 12 along itself.
  const length = Math.sqrt(12 * (half + turn) + 1);
  return { x, y, angle, length, thickness: Math.sqrt(12 * Math.max(0, half - turn) + 1) };
}
