/** The largest value of each size x size window; windows lie inside the picture. */
export function maxPool(from: usize, to: usize, w: i32, c: i32, size: i32, stride: i32, outH: i32, outW: i32): void {
  const pixel: usize = (<usize>c) << 2;
  const row: usize = <usize>w * pixel;
  for (let y = 0; y < outH; y++) {
    for (let x = 0; x < outW; x++) {
      const corner: usize = from + <usize>(y * stride) * row + <usize>(x * stride) * pixel;
      for (let i: usize = 0; i < pixel; i += 16) {
        let best = v128.load(corner + i);
        for (let ky = 0; ky < size; ky++) {
          for (let kx = 0; kx < size; kx++) {
            best = f32x4.pmax(best, v128.load(corner + <usize>ky * row + <usize>kx * pixel + i));
          }
        }
        v128.store(to + i, best);
      }
      to += pixel;
    }
  }
}

/** The mean of each 2 x 2 window, stride 2. */
export function averagePool(from: usize, to: usize, w: i32, c: i32, outH: i32, outW: i32): void {
  const pixel: usize = (<usize>c) << 2;
  const row: usize = <usize>w * pixel;
  const quarter = f32x4.splat(0.25);
  for (let y = 0; y < outH; y++) {
    for (let x = 0; x < outW; x++) {
      const top: usize = from + <usize>(2 * y) * row + <usize>(2 * x) * pixel;
      const bottom: usize = top + row;
      for (let i: usize = 0; i < pixel; i += 16) {
        const above = f32x4.add(v128.load(top + i), v128.load(top + pixel + i));
        const below = f32x4.add(v128.load(bottom + i), v128.load(bottom + pixel + i));
        v128.store(to + i, f32x4.mul(f32x4.add(above, below), quarter));
      }
      to += pixel;
    }
  }
}
