import { activation } from './activation';

/** to[pixels][ca] = activation(a[pixels][ca] + b[pixels][cb], alpha[ca]); cb ≤ ca, missing channels of b are zero. */
export function add(a: usize, b: usize, alpha: usize, to: usize, pixels: i32, ca: i32, cb: i32): void {
  const bytesOfBoth: usize = (<usize>cb) << 2;
  const all: usize = (<usize>ca) << 2;
  for (let p = 0; p < pixels; p++) {
    let i: usize = 0;
    for (; i < bytesOfBoth; i += 16) {
      v128.store(to + i, activation(f32x4.add(v128.load(a + i), v128.load(b + i)), v128.load(alpha + i)));
    }
    for (; i < all; i += 16) v128.store(to + i, activation(v128.load(a + i), v128.load(alpha + i)));
    a += all;
    b += bytesOfBoth;
    to += all;
  }
}
