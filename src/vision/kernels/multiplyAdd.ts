/** a * b + sum: in one instruction where the kernels are compiled for relaxed SIMD, rounded once instead of twice. */
export function multiplyAdd(a: v128, b: v128, sum: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, sum);
  return f32x4.add(sum, f32x4.mul(a, b));
}
