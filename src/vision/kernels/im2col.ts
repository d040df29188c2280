/**
 * Lays the window of each output pixel out as one row of size * size * c floats, for `gemm`.
 * Rows `first` to `first + count` of the outH x outW output pixels; outside the picture is zero.
 */
export function im2col(
  from: usize, to: usize, h: i32, w: i32, c: i32, size: i32, stride: i32,
  top: i32, left: i32, outW: i32, first: i32, count: i32,
): void {
  const pixel: usize = (<usize>c) << 2;
  const run: usize = <usize>size * pixel;
  for (let p = first; p < first + count; p++) {
    const y = (p / outW) * stride - top;
    const x = (p % outW) * stride - left;
    const inside = x >= 0 && x + size <= w;
    for (let ky = y; ky < y + size; ky++) {
      if (ky < 0 || ky >= h) {
        memory.fill(to, 0, run);
      } else if (inside) {
        copy(to, from + <usize>(ky * w + x) * pixel, run);
      } else {
        for (let kx = 0; kx < size; kx++) {
          const at: usize = to + <usize>kx * pixel;
          if (x + kx < 0 || x + kx >= w) memory.fill(at, 0, pixel);
          else copy(at, from + <usize>(ky * w + x + kx) * pixel, pixel);
        }
      }
      to += run;
    }
  }
}

/**
 * The same for RGB pixels, 3 channels in 4 floats with a zero fourth. Each row has size * size * 3 floats, and one more
 * zero if the size is odd. If it is even, 4 bytes beyond the last row are written.
 */
export function im2colOfColours(
  from: usize, to: usize, h: i32, w: i32, size: i32, stride: i32,
  top: i32, left: i32, outW: i32, first: i32, count: i32,
): void {
  const row: usize = <usize>((size * size * 3 + 3) & ~3) << 2;
  for (let p = first; p < first + count; p++) {
    const y = (p / outW) * stride - top;
    const x = (p % outW) * stride - left;
    let at = to;
    for (let ky = y; ky < y + size; ky++) {
      for (let kx = x; kx < x + size; kx++, at += 12) {
        const outside = ky < 0 || ky >= h || kx < 0 || kx >= w;
        v128.store(at, outside ? i32x4.splat(0) : v128.load(from + (<usize>(ky * w + kx) << 4)));
      }
    }
    to += row;
  }
}

/** `memory.copy` is a call into the JavaScript engine; for some hundred bytes this loop is two to four times faster. */
function copy(to: usize, from: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, v128.load(from + i));
}
