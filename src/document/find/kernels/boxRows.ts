// Sums of the bytes up to `reach` away, row by row. Of each column the sum over the rows is kept: 16-bit numbers, with `reach`
// more at both ends, since beyond the edge are the bytes of the edge. Eight columns are added at once: up to seven too many are
// written beyond the end, and read beyond the end of the bytes.

/** Bytes for the columns of a width. */
export function columnBytes(width: i32, reach: i32): usize {
  return ((<usize>(width + 2 * reach + 16) << 1) + 15) & ~15;
}

/** Sets the columns to the row before the first. */
export function startColumns(columns: usize, from: usize, width: i32, height: i32, reach: i32): void {
  memory.fill(columns, 0, columnBytes(width, reach));
  for (let y = -reach - 1; y < reach; y++) {
    const row = rowAt(from, y, width, height);
    for (let x: usize = 0; x < <usize>width; x += 8) {
      const at = columns + ((<usize>reach + x) << 1);
      v128.store(at, i16x8.add(v128.load(at), eightAt(row + x)));
    }
  }
}

/** Moves the columns from the row before to row `y`. */
export function moveColumns(columns: usize, from: usize, y: i32, width: i32, height: i32, reach: i32): void {
  const entering = rowAt(from, y + reach, width, height);
  const leaving = rowAt(from, y - reach - 1, width, height);
  const inner = columns + (<usize>reach << 1);
  for (let x: usize = 0; x < <usize>width; x += 8) {
    const at = inner + (x << 1);
    v128.store(at, i16x8.add(v128.load(at), i16x8.sub(eightAt(entering + x), eightAt(leaving + x))));
  }
  const end = inner + (<usize>width << 1);
  const first = load<u16>(inner);
  const last = load<u16>(end - 2);
  for (let x: usize = 0; x < <usize>reach << 1; x += 2) {
    store<u16>(columns + x, first);
    store<u16>(end + x, last);
  }
}

/** The sums of `count` columns from each of eight on, in 16 bits. */
// @ts-ignore: decorator
@inline
export function sumsOf(columns: usize, count: usize): v128 {
  let sums = v128.load(columns);
  for (let k: usize = 1; k < count; k++) sums = i16x8.add(sums, v128.load(columns + (k << 1)));
  return sums;
}

/** Eight bytes as numbers of 16 bits. */
// @ts-ignore: decorator
@inline
export function eightAt(at: usize): v128 {
  return i16x8.extend_low_i8x16_u(v128.load64_zero(at));
}

// @ts-ignore: decorator
@inline
function rowAt(from: usize, y: i32, width: i32, height: i32): usize {
  return from + <usize>(max(0, min(height - 1, y)) * width);
}
