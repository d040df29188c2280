// The kernels of the training: AssemblyScript, compiled when a network is trained. Every pointer is a byte address of
// float32 numbers in rows. Numbers of columns are multiples of 8, depths multiples of 4, unless said otherwise.

/** c[m][n] += a[m][k] x b[k][n]; k is any number. */
export function multiply(a: usize, b: usize, c: usize, m: i32, k: i32, n: i32): void {
  const rowOfA: usize = (<usize>k) << 2;
  const rowOfB: usize = (<usize>n) << 2;
  for (let i = 0; i < m; i += 4) {
    const r0 = <usize>i;
    const r1 = <usize>min(i + 1, m - 1);
    const r2 = <usize>min(i + 2, m - 1);
    const r3 = <usize>min(i + 3, m - 1);
    for (let j: usize = 0; j < rowOfB; j += 32) {
      block(
        a + r0 * rowOfA,
        a + r1 * rowOfA,
        a + r2 * rowOfA,
        a + r3 * rowOfA,
        rowOfA,
        4,
        b + j,
        rowOfB,
        c + r0 * rowOfB + j,
        c + r1 * rowOfB + j,
        c + r2 * rowOfB + j,
        c + r3 * rowOfB + j,
      );
    }
  }
}

/** c[k][n] += the transpose of a[m][k] x b[m][n]. */
export function multiplyTransposed(a: usize, b: usize, c: usize, m: i32, k: i32, n: i32): void {
  const rowOfA: usize = (<usize>k) << 2;
  const rowOfB: usize = (<usize>n) << 2;
  for (let i = 0; i < k; i += 4) {
    const at = a + ((<usize>i) << 2);
    const to = c + <usize>i * rowOfB;
    for (let j: usize = 0; j < rowOfB; j += 32) {
      block(
        at,
        at + 4,
        at + 8,
        at + 12,
        <usize>m * rowOfA,
        rowOfA,
        b + j,
        rowOfB,
        to + j,
        to + rowOfB + j,
        to + 2 * rowOfB + j,
        to + 3 * rowOfB + j,
      );
    }
  }
}

/** Four rows by eight columns. Rows that are the same row (at the end) write the same values. */
function block(
  a0: usize,
  a1: usize,
  a2: usize,
  a3: usize,
  length: usize,
  step: usize,
  b: usize,
  rowOfB: usize,
  c0: usize,
  c1: usize,
  c2: usize,
  c3: usize,
): void {
  let s00 = v128.load(c0);
  let s01 = v128.load(c0, 16);
  let s10 = v128.load(c1);
  let s11 = v128.load(c1, 16);
  let s20 = v128.load(c2);
  let s21 = v128.load(c2, 16);
  let s30 = v128.load(c3);
  let s31 = v128.load(c3, 16);
  for (let at: usize = 0; at < length; at += step) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const x0 = v128.load32_splat(a0 + at);
    s00 = f32x4.add(s00, f32x4.mul(x0, b0));
    s01 = f32x4.add(s01, f32x4.mul(x0, b1));
    const x1 = v128.load32_splat(a1 + at);
    s10 = f32x4.add(s10, f32x4.mul(x1, b0));
    s11 = f32x4.add(s11, f32x4.mul(x1, b1));
    const x2 = v128.load32_splat(a2 + at);
    s20 = f32x4.add(s20, f32x4.mul(x2, b0));
    s21 = f32x4.add(s21, f32x4.mul(x2, b1));
    const x3 = v128.load32_splat(a3 + at);
    s30 = f32x4.add(s30, f32x4.mul(x3, b0));
    s31 = f32x4.add(s31, f32x4.mul(x3, b1));
    b += rowOfB;
  }
  v128.store(c0, s00);
  v128.store(c0, s01, 16);
  v128.store(c1, s10);
  v128.store(c1, s11, 16);
  v128.store(c2, s20);
  v128.store(c2, s21, 16);
  v128.store(c3, s30);
  v128.store(c3, s31, 16);
}

/** The window of each output pixel as a row of `depth` numbers, the last of which are zero; outside is zero. */
export function windows(
  from: usize,
  to: usize,
  h: i32,
  w: i32,
  c: i32,
  size: i32,
  border: i32,
  outH: i32,
  outW: i32,
  depth: i32,
): void {
  const run: usize = (<usize>c) << 2;
  for (let y = -border; y < outH - border; y++) {
    for (let x = -border; x < outW - border; x++) {
      let at = to;
      for (let ky = y; ky < y + size; ky++) {
        for (let kx = x; kx < x + size; kx++) {
          if (ky < 0 || ky >= h || kx < 0 || kx >= w) memory.fill(at, 0, run);
          else copy(at, from + <usize>(ky * w + kx) * run, run);
          at += run;
        }
      }
      to += (<usize>depth) << 2;
    }
  }
}

/** Adds the rows of `windows` back to the pixels that they came from. */
export function addWindows(
  from: usize,
  to: usize,
  h: i32,
  w: i32,
  c: i32,
  size: i32,
  border: i32,
  outH: i32,
  outW: i32,
): void {
  const run: usize = (<usize>c) << 2;
  for (let y = -border; y < outH - border; y++) {
    for (let x = -border; x < outW - border; x++) {
      for (let ky = y; ky < y + size; ky++) {
        for (let kx = x; kx < x + size; kx++) {
          if (ky >= 0 && ky < h && kx >= 0 && kx < w) {
            const at = to + <usize>(ky * w + kx) * run;
            for (let i: usize = 0; i < run; i += 16)
              v128.store(at + i, f32x4.add(v128.load(at + i), v128.load(from + i)));
          }
          from += run;
        }
      }
    }
  }
}

function copy(to: usize, from: usize, bytes: usize): void {
  if (bytes & 15) for (let i: usize = 0; i < bytes; i += 4) store<f32>(to + i, load<f32>(from + i));
  else for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, v128.load(from + i));
}

/** The largest of each 2 x 2 window, if above zero: pooling and rectifying in one. */
export function pool(from: usize, to: usize, h: i32, w: i32, c: i32): void {
  const pixel: usize = (<usize>c) << 2;
  const row: usize = <usize>w * pixel;
  for (let y = 0; y < h; y += 2) {
    for (let x = 0; x < w; x += 2) {
      const at = from + <usize>(y * w + x) * pixel;
      for (let i: usize = 0; i < pixel; i += 16) {
        const upper = f32x4.max(v128.load(at + i), v128.load(at + pixel + i));
        const lower = f32x4.max(v128.load(at + row + i), v128.load(at + row + pixel + i));
        v128.store(to + i, f32x4.max(f32x4.max(upper, lower), f32x4.splat(0)));
      }
      to += pixel;
    }
  }
}

/** Gives the gradient of each pooled value to the input that it came from; `gradient` is zero before. */
export function unpool(from: usize, pooled: usize, up: usize, gradient: usize, h: i32, w: i32, c: i32): void {
  for (let y = 0; y < h; y += 2) {
    for (let x = 0; x < w; x += 2) {
      for (let i = 0; i < c; i++) {
        const best = load<f32>(pooled);
        if (best > 0) {
          for (let k = 0; k < 4; k++) {
            const at: usize = (<usize>(((y + (k >> 1)) * w + x + (k & 1)) * c + i)) << 2;
            if (load<f32>(from + at) == best) {
              store<f32>(gradient + at, load<f32>(up));
              break;
            }
          }
        }
        pooled += 4;
        up += 4;
      }
    }
  }
}

/** Sets values below zero to zero. */
export function rectify(at: usize, count: i32): void {
  for (const end = at + ((<usize>count) << 2); at < end; at += 16)
    v128.store(at, f32x4.max(v128.load(at), f32x4.splat(0)));
}

/** Removes the gradient of values that were set to zero. */
export function unrectify(values: usize, gradient: usize, count: i32): void {
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4)
    if (load<f32>(values + i) <= 0) store<f32>(gradient + i, 0);
}

/** One step of Adam (https://arxiv.org/abs/1412.6980) with the gradient times `scale`, which is set to zero. */
export function adam(
  weights: usize,
  gradient: usize,
  mean: usize,
  square: usize,
  count: i32,
  rate: f32,
  scale: f32,
  decay: f32,
): void {
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const g: f32 = load<f32>(gradient + i) * scale;
    const m: f32 = load<f32>(mean + i) * 0.9 + g * 0.1;
    const v: f32 = load<f32>(square + i) * 0.999 + g * g * 0.001;
    store<f32>(mean + i, m);
    store<f32>(square + i, v);
    store<f32>(gradient + i, 0);
    const w: f32 = load<f32>(weights + i);
    store<f32>(weights + i, w - rate * (m / (sqrt(v) + 1e-8) + decay * w));
  }
}

export function heapBase(): usize {
  return (__heap_base + 15) & ~15;
}
