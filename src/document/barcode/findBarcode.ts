import type { Grey } from '../find/grey.ts';
import { findEdges } from '../find/kernelCalls.ts';

/** Where a barcode seems to be. */
export interface BarcodePlace {
  /** How far its bars lean, in radians between -π/2 and π/2: its columns change along that direction. */
  lean: number;
  /** Its bounds about the middle of the picture, once that is turned back by the lean, with room around it. */
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Finds a dense field of edges in one direction. Zones, text, guilloches and the edges of cards are none: their edges are of
 * several directions, or stand in thin rows. A small picture is tried as it is.
 */
export function findBarcode(grey: Grey): BarcodePlace | null {
  const { width, height, data } = grey;
  const blocks = blocksOf(grey);
  const lean = leanOf(blocks);
  if (lean === null) return null;
  const field = largestField(blocks, lean);
  const isSeen = field.length >= MIN_FIELD;
  if (!isSeen && data.length > TINY) return null;
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)];
  if (data.length < SMALL) {
    const right = (width * Math.abs(cos) + height * Math.abs(sin)) / 2;
    const bottom = (width * Math.abs(sin) + height * Math.abs(cos)) / 2;
    return { lean, left: -right, top: -bottom, right, bottom };
  }
  const place = { lean, left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const block of field) {
    const x = ((block % blocks.columns) + 0.5) * BLOCK - width / 2;
    const y = (Math.floor(block / blocks.columns) + 0.5) * BLOCK - height / 2;
    const [u, v] = [x * cos + y * sin, y * cos - x * sin];
    place.left = Math.min(place.left, u - ROOM);
    place.top = Math.min(place.top, v - ROOM);
    place.right = Math.max(place.right, u + ROOM);
    place.bottom = Math.max(place.bottom, v + ROOM);
  }
  return place;
}

/** Pixels of a picture that is a barcode and little else, so that it is tried as a whole, and of one that always is. */
const SMALL = 750_000;
const TINY = 400_000;
const BLOCK = 16;
const ROOM = 8 * BLOCK;
/** Mean square of the change from pixel to pixel, and how much of it is in one direction. */
const MIN_EDGES = 400;
const MIN_AGREEMENT = 0.5;
/** How many blocks a barcode has at least, and how many of the 25 around each of them are like it: about every other one is. */
const MIN_FIELD = 30;
const MIN_NEIGHBOURS = 7;
/** How far the direction of a block may be from that of all, in radians: a card that is tipped has leaning bars at its ends. */
const MAX_TURN = 0.3;

/** Squares of a picture, and for each twice the angle of its edges; NaN where there are few, or in several directions. */
interface Blocks {
  columns: number;
  rows: number;
  angles: Float32Array;
}

function blocksOf(grey: Grey): Blocks {
  const [columns, rows] = squaresOf(grey.width, grey.height);
  const angles = new Float32Array(columns * rows).fill(Number.NaN);
  const edges = findEdges(grey) ?? plainEdges(grey);
  for (let block = 0; block < angles.length; block++) {
    const [falling, rising, both] = [edges[3 * block]!, edges[3 * block + 1]!, edges[3 * block + 2]!];
    const sum = 2 * (falling + rising);
    // Twice the angle: an edge from dark to light and one back are the same direction.
    const cos = 4 * both;
    const sin = 2 * (falling - rising);
    const isClear = sum >= MIN_EDGES * BLOCK ** 2 && Math.hypot(cos, sin) >= MIN_AGREEMENT * sum;
    if (isClear) angles[block] = Math.atan2(sin, cos);
  }
  return { columns, rows, angles };
}

/** The same sums as `findEdges`, without WebAssembly. */
export function plainEdges({ width, height, data }: Grey): Int32Array {
  const [columns, rows] = squaresOf(width, height);
  const edges = new Int32Array(3 * columns * rows);
  for (let block = 0; block < columns * rows; block++) {
    const from = Math.floor(block / columns) * BLOCK * width + (block % columns) * BLOCK;
    // Of the changes along the two diagonals: their squares, and their product.
    let falling = 0;
    let rising = 0;
    let both = 0;
    for (let row = from; row < from + BLOCK * width; row += width) {
      let above = data[row]!;
      let below = data[row + width]!;
      for (let at = row + 1; at <= row + BLOCK; at++) {
        const nextAbove = data[at]!;
        const nextBelow = data[at + width]!;
        const fall = nextBelow - above;
        const rise = nextAbove - below;
        falling += fall * fall;
        rising += rise * rise;
        both += fall * rise;
        above = nextAbove;
        below = nextBelow;
      }
    }
    edges.set([falling, rising, both], 3 * block);
  }
  return edges;
}

/** How many squares there are in a row and in a column. */
function squaresOf(width: number, height: number): [columns: number, rows: number] {
  return [width, height].map((side) => Math.max(0, Math.floor((side - 1) / BLOCK))) as [number, number];
}

/** The direction of most blocks; null without any. */
function leanOf({ angles }: Blocks): number | null {
  let [x, y] = [0, 0];
  for (const angle of angles) {
    if (Number.isNaN(angle)) continue;
    x += Math.cos(angle);
    y += Math.sin(angle);
  }
  return x === 0 && y === 0 ? null : Math.atan2(y, x) / 2;
}

/** The blocks of the largest field of the direction. */
function largestField({ columns, rows, angles }: Blocks, lean: number): number[] {
  const isAlong = Uint8Array.from(angles, (angle) =>
    Math.abs(Math.sin((angle - 2 * lean) / 2)) < Math.sin(MAX_TURN) ? 1 : 0,
  );
  const around = (block: number): number[] => {
    const [column, row] = [block % columns, Math.floor(block / columns)];
    const near: number[] = [];
    for (let y = Math.max(0, row - 2); y <= Math.min(rows - 1, row + 2); y++)
      for (let x = Math.max(0, column - 2); x <= Math.min(columns - 1, column + 2); x++)
        if (isAlong[y * columns + x]) near.push(y * columns + x);
    return near;
  };
  const isDense = isAlong.map((is, block) => (is && around(block).length >= MIN_NEIGHBOURS ? 1 : 0));
  let largest: number[] = [];
  for (let start = 0; start < isDense.length; start++) {
    if (!isDense[start]) continue;
    const field = [start];
    isDense[start] = 0;
    for (let i = 0; i < field.length; i++) {
      for (const block of around(field[i]!)) {
        if (!isDense[block]) continue;
        isDense[block] = 0;
        field.push(block);
      }
    }
    if (field.length > largest.length) largest = field;
  }
  return largest;
}
