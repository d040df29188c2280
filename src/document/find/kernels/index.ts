// The kernels that find ink and edges: AssemblyScript, compiled to WebAssembly with SIMD. They have the same numbers as the plain code of
// `inkBlobs.ts` and `findBarcode.ts`, to the last bit: a mean is rounded to 32 bits, all else has 64.
import { addRun, blobBytes, keepLarge, nextRow, startBlobs } from './blobs';
import { columnBytes, eightAt, moveColumns, startColumns, sumsOf } from './boxRows';
import { writeEdges } from './edges';

/** How far the surroundings reach: of a pixel on paper, of a character, and of a line. */
const PAPER = 4;
const NEAR = 2;
const AROUND = 10;
const INK_FLOOR: f64 = 3;
/** A sum of 5 x 5 pixels whose mean is the floor. */
const FLOOR_SUM: i16 = 75;

/** Where the lumas of a picture have to be written, row by row. */
export function greyAt(): usize {
  return (__heap_base + 15) & ~15;
}

/** Where the blobs of a picture of this size are: six numbers of 64 bits each. */
export function blobsAt(width: i32, height: i32): usize {
  return columnsAt(width, height) + columnBytes(width, PAPER) + columnBytes(width, AROUND);
}

/** Bytes of memory that a picture of this size needs. */
export function bytesFor(width: i32, height: i32): usize {
  return blobsAt(width, height) + blobBytes(width, height);
}

/** Where the edges of a picture of this size are: three numbers of 32 bits of each of its squares. */
export function edgesAt(width: i32, height: i32): usize {
  return inkAt(width, height);
}

/** Bytes of memory that the edges of a picture of this size need. */
export function edgeBytesFor(width: i32, height: i32): usize {
  return edgesAt(width, height) + <usize>(((width * height) >> 8) * 12);
}

/** Sums the edges of the squares of a picture. */
export function findEdges(width: i32, height: i32): void {
  writeEdges(greyAt(), edgesAt(width, height), width, height);
}

/** Finds the connected pixels with more ink near them than farther around. @returns how many blobs they are. */
export function findBlobs(width: i32, height: i32): i32 {
  const ink = inkAt(width, height);
  const near = columnsAt(width, height);
  const around = near + columnBytes(width, PAPER);
  writeInk(ink, near, width, height);
  startColumns(near, ink, width, height, NEAR);
  startColumns(around, ink, width, height, AROUND);
  startBlobs(blobsAt(width, height), width, height);
  for (let y = 0; y < height; y++) {
    moveColumns(near, ink, y, width, height, NEAR);
    moveColumns(around, ink, y, width, height, AROUND);
    nextRow();
    addRuns(near, around, y, width);
  }
  return keepLarge();
}

function pictureBytes(width: i32, height: i32): usize {
  return <usize>(width * height + 31) & ~15;
}

function inkAt(width: i32, height: i32): usize {
  return greyAt() + pictureBytes(width, height);
}

function columnsAt(width: i32, height: i32): usize {
  return inkAt(width, height) + pictureBytes(width, height);
}

/** How much darker each pixel is than its surroundings, relative to them. */
function writeInk(ink: usize, columns: usize, width: i32, height: i32): void {
  const grey = greyAt();
  startColumns(columns, grey, width, height, PAPER);
  for (let y = 0; y < height; y++) {
    moveColumns(columns, grey, y, width, height, PAPER);
    const first = i16x8.splat(load<i16>(columns));
    const row = <usize>(y * width);
    for (let x: usize = 0; x < <usize>width; x += 8) {
      const sums = i16x8.add(sumsOf(columns + (x << 1), 2 * PAPER + 1), first);
      const lumas = eightAt(grey + row + x);
      const inks = i16x8.narrow_i32x4_s(
        inkOfFour(i32x4.extend_low_i16x8_u(sums), i32x4.extend_low_i16x8_u(lumas)),
        inkOfFour(i32x4.extend_high_i16x8_u(sums), i32x4.extend_high_i16x8_u(lumas)),
      );
      // What runs into the next row is overwritten there.
      v128.store64_lane(ink + row + x, i8x16.narrow_i16x8_u(inks, inks), 0);
    }
  }
}

// @ts-ignore: decorator
@inline
function inkOfFour(sums: v128, lumas: v128): v128 {
  return v128.shuffle<i64>(inkOfTwo(sums, lumas), inkOfTwo(upper(sums), upper(lumas)), 0, 2);
}

// @ts-ignore: decorator
@inline
function inkOfTwo(sums: v128, lumas: v128): v128 {
  const mean = meanOf(sums, 2 * PAPER + 1);
  const dark = f64x2.pmax(f64x2.splat(0), f64x2.sub(mean, f64x2.convert_low_i32x4_s(lumas)));
  const ink = f64x2.div(f64x2.mul(dark, f64x2.splat(255)), f64x2.add(mean, f64x2.splat(20)));
  return i32x4.trunc_sat_f64x2_s_zero(ink);
}

/** The means of the first two sums of so many rows and columns. */
// @ts-ignore: decorator
@inline
function meanOf(sums: v128, side: i32): v128 {
  const share: f64 = 1.0 / <f64>(side * side);
  const means = f64x2.mul(f64x2.convert_low_i32x4_s(sums), f64x2.splat(share));
  return f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(means));
}

/** The other two numbers of four. */
// @ts-ignore: decorator
@inline
function upper(numbers: v128): v128 {
  return v128.shuffle<i64>(numbers, numbers, 1, 1);
}

/** Adds the runs of pixels of a row that have more ink near them. */
function addRuns(near: usize, around: usize, y: i32, width: i32): void {
  let start = -1;
  for (let x = 0; x < width; x += 8) {
    let bits = inkBits(near + (<usize>x << 1), around + (<usize>x << 1), near, around);
    if (width - x < 8) bits &= (1 << (width - x)) - 1;
    for (let at = 0; at < 8; ) {
      // From here on as it is, or the other way round within a run.
      const rest = (start < 0 ? bits : ~bits & 0xff) >> at;
      if (rest === 0) break;
      at += ctz(rest);
      if (start < 0) start = x + at;
      else {
        addRun(start, x + at, y);
        start = -1;
      }
    }
  }
  if (start >= 0) addRun(start, width, y);
}

/** For each of eight pixels a bit: more ink near it. The first column of a row counts once more. */
// @ts-ignore: decorator
@inline
function inkBits(near: usize, around: usize, nearFirst: usize, aroundFirst: usize): i32 {
  const inks = i16x8.add(sumsOf(near, 2 * NEAR + 1), i16x8.splat(load<i16>(nearFirst)));
  if (!v128.any_true(i16x8.gt_s(inks, i16x8.splat(FLOOR_SUM)))) return 0;
  // 21 columns in three parts of 16 bits.
  const left = sumsOf(around, 8);
  const middle = sumsOf(around + 16, 8);
  const right = i16x8.add(sumsOf(around + 32, 2 * AROUND - 15), i16x8.splat(load<i16>(aroundFirst)));
  const low = i32x4.add(
    i32x4.add(i32x4.extend_low_i16x8_u(left), i32x4.extend_low_i16x8_u(middle)),
    i32x4.extend_low_i16x8_u(right),
  );
  const high = i32x4.add(
    i32x4.add(i32x4.extend_high_i16x8_u(left), i32x4.extend_high_i16x8_u(middle)),
    i32x4.extend_high_i16x8_u(right),
  );
  const lowInks = i32x4.extend_low_i16x8_u(inks);
  const highInks = i32x4.extend_high_i16x8_u(inks);
  return (
    bitsOfTwo(lowInks, low) |
    (bitsOfTwo(upper(lowInks), upper(low)) << 2) |
    (bitsOfTwo(highInks, high) << 4) |
    (bitsOfTwo(upper(highInks), upper(high)) << 6)
  );
}

// @ts-ignore: decorator
@inline
function bitsOfTwo(inks: v128, surroundings: v128): i32 {
  const least = f64x2.add(
    f64x2.mul(f64x2.splat(1.15), meanOf(surroundings, 2 * AROUND + 1)),
    f64x2.splat(INK_FLOOR),
  );
  return i64x2.bitmask(f64x2.gt(meanOf(inks, 2 * NEAR + 1), least));
}
