/** Pearson's correlation, -1 to 1, of numbers in pairs; 0 where one of them never changes. */
export function correlation(a: ArrayLike<number>, b: ArrayLike<number>, count = a.length): number {
  let sumA = 0;
  let sumB = 0;
  let sumAA = 0;
  let sumBB = 0;
  let sumAB = 0;
  for (let i = 0; i < count; i++) {
    const x = a[i]!;
    const y = b[i]!;
    sumA += x;
    sumB += y;
    sumAA += x * x;
    sumBB += y * y;
    sumAB += x * y;
  }
  const spread = (sumAA - sumA ** 2 / count) * (sumBB - sumB ** 2 / count);
  return spread > 1e-6 ? (sumAB - (sumA * sumB) / count) / Math.sqrt(spread) : 0;
}
