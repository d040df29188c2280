/** a * b + sum: one instruction with a single rounding if compiled for relaxed SIMD, else two instructions. */
export function multiplyAdd(a: v128, b: v128, sum: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, sum);
  return f32x4.add(sum, f32x4.mul(a, b));
}
