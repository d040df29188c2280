import { eightAt } from './boxRows';

const BLOCK = 16;

/**
 * Writes for each square of 16 x 16 pixels three sums over its pixels, in numbers of 32 bits: of the squares of the changes along
 * the one diagonal and along the other, and of their products.
 */
export function writeEdges(grey: usize, to: usize, width: i32, height: i32): void {
  const columns = (width - 1) / BLOCK;
  const rows = (height - 1) / BLOCK;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, to += 12) {
      let falling = i32x4.splat(0);
      let rising = i32x4.splat(0);
      let both = i32x4.splat(0);
      let above = grey + <usize>(row * BLOCK * width + column * BLOCK);
      for (let y = 0; y < BLOCK; y++) {
        const below = above + <usize>width;
        for (let x: usize = 0; x < 16; x += 8) {
          const fall = i16x8.sub(eightAt(below + x + 1), eightAt(above + x));
          const rise = i16x8.sub(eightAt(above + x + 1), eightAt(below + x));
          falling = i32x4.add(falling, i32x4.dot_i16x8_s(fall, fall));
          rising = i32x4.add(rising, i32x4.dot_i16x8_s(rise, rise));
          both = i32x4.add(both, i32x4.dot_i16x8_s(fall, rise));
        }
        above = below;
      }
      store<i32>(to, sumOf(falling));
      store<i32>(to, sumOf(rising), 4);
      store<i32>(to, sumOf(both), 8);
    }
  }
}

// @ts-ignore: decorator
@inline
function sumOf(four: v128): i32 {
  return (
    i32x4.extract_lane(four, 0) + i32x4.extract_lane(four, 1) + i32x4.extract_lane(four, 2) + i32x4.extract_lane(four, 3)
  );
}
