/**
 * How far apart two samples are by rank, in standard deviations of what chance would do (Mann and Whitney 1947, with its
 * normal approximation). Ranks don't mind the few answers that took very long.
 */
export function separation(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, isFirst: true })),
    ...other.map((value) => ({ value, isFirst: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let ranks = 0;
  for (const [index, { isFirst }] of all.entries()) if (isFirst) ranks += index + 1;
  const above = ranks - (one.length * (one.length + 1)) / 2;
  const mean = (one.length * other.length) / 2;
  const deviation = Math.sqrt((one.length * other.length * (all.length + 1)) / 12);
  return (above - mean) / deviation;
}
