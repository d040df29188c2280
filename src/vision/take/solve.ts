/**
 * Solves a system of linear equations by elimination, for the few unknowns of a least squares fit.
 * @param matrix symmetric and positive, row by row.
 */
export function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const [a, x] = [matrix.slice(), right.slice()];
  for (let k = 0; k < size; k++) {
    for (let i = k + 1; i < size; i++) {
      const factor = a[i * size + k]! / a[k * size + k]!;
      for (let j = k; j < size; j++) a[i * size + j]! -= factor * a[k * size + j]!;
      x[i]! -= factor * x[k]!;
    }
  }
  for (let k = size - 1; k >= 0; k--) {
    for (let j = k + 1; j < size; j++) x[k]! -= a[k * size + j]! * x[j]!;
    x[k]! /= a[k * size + k]!;
  }
  return x;
}
