import { activation } from './activation';
import { multiplyAdd } from './multiplyAdd';

/**
 * c[m][n] = activation(a[m][k] x b[k][n] + bias[n], alpha[n]).
 * `b` comes in panels of 8 columns, k rows of 8 floats each; the last panel is filled up with zeros.
 * n is a multiple of 4. A short last block repeats its last row, which writes the same values again.
 */
export function gemm(a: usize, b: usize, bias: usize, alpha: usize, c: usize, m: i32, k: i32, n: i32): void {
  const rowOfA: usize = (<usize>k) << 2;
  const rowOfC: usize = (<usize>n) << 2;
  const panel: usize = rowOfA << 3;
  for (let j = 0; j < n; j += 8) {
    for (let i = 0; i < m; i += 4) {
      const i1 = <usize>min(i + 1, m - 1);
      const i2 = <usize>min(i + 2, m - 1);
      const i3 = <usize>min(i + 3, m - 1);
      block(
        a + <usize>i * rowOfA, a + i1 * rowOfA, a + i2 * rowOfA, a + i3 * rowOfA, b, b + panel, bias, alpha,
        c + <usize>i * rowOfC, c + i1 * rowOfC, c + i2 * rowOfC, c + i3 * rowOfC, n - j > 4,
      );
    }
    b += panel;
    c += 32;
    bias += 32;
    alpha += 32;
  }
}

/** Four rows by eight columns, kept in registers from the first product to the last. */
function block(
  a0: usize, a1: usize, a2: usize, a3: usize, b: usize, end: usize, bias: usize, alpha: usize,
  c0: usize, c1: usize, c2: usize, c3: usize, wide: bool,
): void {
  let s00 = v128.load(bias);
  let s01 = v128.load(bias, 16);
  let s10 = s00;
  let s11 = s01;
  let s20 = s00;
  let s21 = s01;
  let s30 = s00;
  let s31 = s01;
  while (b < end) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const x0 = v128.load32_splat(a0);
    s00 = multiplyAdd(x0, b0, s00);
    s01 = multiplyAdd(x0, b1, s01);
    const x1 = v128.load32_splat(a1);
    s10 = multiplyAdd(x1, b0, s10);
    s11 = multiplyAdd(x1, b1, s11);
    const x2 = v128.load32_splat(a2);
    s20 = multiplyAdd(x2, b0, s20);
    s21 = multiplyAdd(x2, b1, s21);
    const x3 = v128.load32_splat(a3);
    s30 = multiplyAdd(x3, b0, s30);
    s31 = multiplyAdd(x3, b1, s31);
    b += 32;
    a0 += 4;
    a1 += 4;
    a2 += 4;
    a3 += 4;
  }
  store(c0, s00, s01, alpha, wide);
  store(c1, s10, s11, alpha, wide);
  store(c2, s20, s21, alpha, wide);
  store(c3, s30, s31, alpha, wide);
}

function store(to: usize, left: v128, right: v128, alpha: usize, wide: bool): void {
  v128.store(to, activation(left, v128.load(alpha)));
  if (wide) v128.store(to, activation(right, v128.load(alpha, 16)), 16);
}
