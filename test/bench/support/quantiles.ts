/** Median and 95th percentile, to a hundredth. */
export function quantiles(values: number[]): { p50: number; p95: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(100 * (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN)) / 100;
  return { p50: at(0.5), p95: at(0.95) };
}

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}
