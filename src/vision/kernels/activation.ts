/** One activation for all: what is below zero is multiplied by alpha (1: linear, 0: ReLU, else PReLU). */
export function activation(x: v128, alpha: v128): v128 {
  const zero = f32x4.splat(0);
  return f32x4.add(f32x4.max(x, zero), f32x4.mul(f32x4.min(x, zero), alpha));
}
