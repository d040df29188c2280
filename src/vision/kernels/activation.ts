/**
 * One activation function for all operations: values below zero are multiplied by alpha (1: linear, 0: ReLU, else
 * PReLU). `pmax` and `pmin` are one instruction each; `max` and `min` take seven, because they handle NaN.
 */
export function activation(x: v128, alpha: v128): v128 {
  const zero = f32x4.splat(0);
  return f32x4.add(f32x4.pmax(x, zero), f32x4.mul(f32x4.pmin(x, zero), alpha));
}
