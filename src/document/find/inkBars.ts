import { type Grey, reduced } from './grey.ts';

/** A straight bar of ink: a line of text seen from so far that its characters run together. Pixels, radians. */
export interface Bar {
  x: number;
  y: number;
  /** Direction, -π/2 to π/2. */
  angle: number;
  length: number;
  thickness: number;
}

const known = new WeakMap<Grey, Partial<Record<'own' | 'reduced', Bar[]>>>();

/**
 * The bars of a level, or of the level at 5/7 of its size, found once, since several questions are asked of a frame. A line is a bar at
 * one octave of sizes at the most, and a good one at half of that.
 */
export function barsOf(level: Grey, size: 'own' | 'reduced'): Bar[] {
  const bars = known.get(level) ?? {};
  known.set(level, bars);
  bars[size] ??= inkBars(size === 'own' ? level : reduced(level));
  return bars[size];
}

/** Finds the bars of a picture in which characters are 3 to 7 pixels apart. */
function inkBars(grey: Grey): Bar[] {
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
  return joined(components(mask, width, height).filter(({ thickness }) => thickness < THICKEST));
}

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

interface Blob extends Bar {
  count: number;
}

/** Connected pixels, as bars of the same moments. */
function components(mask: Uint8Array, width: number, height: number): Blob[] {
  const blobs: Blob[] = [];
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
    if (count >= 12) blobs.push(blobOf(count, [sumX, sumY, sumXX, sumXY, sumYY]));
  }
  return blobs;
}

function blobOf(
  count: number,
  [sumX, sumY, sumXX, sumXY, sumYY]: [number, number, number, number, number],
): Blob {
  const [x, y] = [sumX / count, sumY / count];
  const [xx, xy, yy] = [sumXX / count - x * x, sumXY / count - x * y, sumYY / count - y * y];
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [half, turn] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];
  // A uniform bar of length l has the variance l² / 12 along itself.
  const length = Math.sqrt(12 * (half + turn) + 1);
  return { x, y, angle, length, thickness: Math.sqrt(12 * Math.max(0, half - turn) + 1), count };
}

const THICKEST = 14;

/** Joins pieces of one line, down to single characters, to those that are a bar by themselves. */
function joined(blobs: Blob[]): Bar[] {
  const bars: Bar[] = blobs.toSorted((a, b) => b.length - a.length);
  for (let i = 0; i < bars.length; i++) {
    if (bars[i]!.length < 2.2 * bars[i]!.thickness || bars[i]!.length < 10) return bars.slice(0, i);
    for (let isGrowing = true; isGrowing; ) {
      isGrowing = false;
      for (let j = bars.length - 1; j > i; j--) {
        if (!continues(bars[i]!, bars[j]!)) continue;
        bars[i] = union(bars[i]!, bars[j]!);
        bars.splice(j, 1);
        isGrowing = true;
      }
    }
  }
  return bars;
}

/** Whether the second, shorter one lies in the prolongation of the first. */
function continues(bar: Bar, piece: Bar): boolean {
  const [dx, dy] = [piece.x - bar.x, piece.y - bar.y];
  const [cos, sin] = [Math.cos(bar.angle), Math.sin(bar.angle)];
  const along = Math.abs(dx * cos + dy * sin);
  const across = Math.abs(dy * cos - dx * sin);
  const gap = along - (bar.length + piece.length) / 2;
  const thickness = Math.max(bar.thickness, 3);
  if (gap > 2.5 * thickness || gap < -0.5 * piece.length) return false;
  if (across > 0.45 * thickness + 0.035 * along) return false;
  if (piece.thickness > 1.7 * thickness) return false;
  return piece.length < 3 * piece.thickness || turnBetween(bar.angle, piece.angle) < 0.12;
}

/** The angle between two directions without sense. */
export function turnBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % Math.PI;
  return Math.min(turn, Math.PI - turn);
}

function union(a: Bar, b: Bar): Bar {
  const [cos, sin] = [Math.cos(a.angle), Math.sin(a.angle)];
  const ends = [a, b].flatMap(({ x, y, angle, length }) => {
    const turn = Math.cos(angle) * cos + Math.sin(angle) * sin < 0 ? -0.5 : 0.5;
    const [ex, ey] = [Math.cos(angle) * length * turn, Math.sin(angle) * length * turn];
    return [
      { x: x - ex, y: y - ey },
      { x: x + ex, y: y + ey },
    ];
  });
  const along = ends.map(({ x, y }) => x * cos + y * sin);
  const first = ends[along.indexOf(Math.min(...along))]!;
  const last = ends[along.indexOf(Math.max(...along))]!;
  const weight = a.length + b.length;
  return {
    x: (first.x + last.x) / 2,
    y: (first.y + last.y) / 2,
    angle: halfTurn(Math.atan2(last.y - first.y, last.x - first.x)),
    length: Math.hypot(last.x - first.x, last.y - first.y),
    thickness: (a.thickness * a.length + b.thickness * b.length) / weight,
  };
}

function halfTurn(angle: number): number {
  if (angle > Math.PI / 2) return angle - Math.PI;
  return angle <= -Math.PI / 2 ? angle + Math.PI : angle;
}
