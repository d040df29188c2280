import { multiplyAdd } from './multiplyAdd';

/**
 * A filter of size x size per channel over an already padded picture of width w: to = from * weights[size * size][c] +
 * bias[c]. Works on blocks of 4 pixels x 8 channels. A short last block of pixels repeats its last pixel; 4 remaining
 * channels are computed separately.
 */
export function depthwise(
  from: usize, weights: usize, bias: usize, to: usize, w: i32, c: i32, size: i32, stride: i32, outH: i32, outW: i32,
): void {
  const pixel: usize = (<usize>c) << 2;
  const row: usize = <usize>w * pixel;
  const wide: usize = pixel & ~31;
  for (let y = 0; y < outH; y++) {
    for (let x = 0; x < outW; x += 4) {
      const x1 = min(x + 1, outW - 1);
      const x2 = min(x + 2, outW - 1);
      const x3 = min(x + 3, outW - 1);
      const p0: usize = from + <usize>(x * stride) * pixel;
      const p1: usize = from + <usize>(x1 * stride) * pixel;
      const p2: usize = from + <usize>(x2 * stride) * pixel;
      const p3: usize = from + <usize>(x3 * stride) * pixel;
      const t0: usize = to + <usize>x * pixel;
      const t1: usize = to + <usize>x1 * pixel;
      const t2: usize = to + <usize>x2 * pixel;
      const t3: usize = to + <usize>x3 * pixel;
      for (let i: usize = 0; i < wide; i += 32) {
        eight(p0 + i, p1 + i, p2 + i, p3 + i, weights + i, bias + i, t0 + i, t1 + i, t2 + i, t3 + i, size, row, pixel);
      }
      if (wide < pixel) {
        four(p0 + wide, weights + wide, bias + wide, t0 + wide, size, row, pixel);
        four(p1 + wide, weights + wide, bias + wide, t1 + wide, size, row, pixel);
        four(p2 + wide, weights + wide, bias + wide, t2 + wide, size, row, pixel);
        four(p3 + wide, weights + wide, bias + wide, t3 + wide, size, row, pixel);
      }
    }
    from += <usize>stride * row;
    to += <usize>outW * pixel;
  }
}

/** Computes eight channels of four pixels. */
function eight(
  p0: usize, p1: usize, p2: usize, p3: usize, weight: usize, bias: usize,
  t0: usize, t1: usize, t2: usize, t3: usize, size: i32, row: usize, pixel: usize,
): void {
  let s00 = v128.load(bias);
  let s01 = v128.load(bias, 16);
  let s10 = s00;
  let s11 = s01;
  let s20 = s00;
  let s21 = s01;
  let s30 = s00;
  let s31 = s01;
  for (let ky = 0; ky < size; ky++) {
    let at: usize = <usize>ky * row;
    for (let kx = 0; kx < size; kx++) {
      const w0 = v128.load(weight);
      const w1 = v128.load(weight, 16);
      s00 = multiplyAdd(v128.load(p0 + at), w0, s00);
      s01 = multiplyAdd(v128.load(p0 + at, 16), w1, s01);
      s10 = multiplyAdd(v128.load(p1 + at), w0, s10);
      s11 = multiplyAdd(v128.load(p1 + at, 16), w1, s11);
      s20 = multiplyAdd(v128.load(p2 + at), w0, s20);
      s21 = multiplyAdd(v128.load(p2 + at, 16), w1, s21);
      s30 = multiplyAdd(v128.load(p3 + at), w0, s30);
      s31 = multiplyAdd(v128.load(p3 + at, 16), w1, s31);
      weight += pixel;
      at += pixel;
    }
  }
  v128.store(t0, s00);
  v128.store(t0, s01, 16);
  v128.store(t1, s10);
  v128.store(t1, s11, 16);
  v128.store(t2, s20);
  v128.store(t2, s21, 16);
  v128.store(t3, s30);
  v128.store(t3, s31, 16);
}

/** Computes four channels of one pixel. */
function four(p: usize, weight: usize, bias: usize, to: usize, size: i32, row: usize, pixel: usize): void {
  let sum = v128.load(bias);
  for (let ky = 0; ky < size; ky++) {
    let at: usize = p + <usize>ky * row;
    for (let kx = 0; kx < size; kx++) {
      sum = multiplyAdd(v128.load(at), v128.load(weight), sum);
      weight += pixel;
      at += pixel;
    }
  }
  v128.store(to, sum);
}
