/** Keeps the kinds of keys apart that share one table. */
export const keySeed = {
  text: 1,
  near: 2,
  skeleton: 3,
  nearSkeleton: 4,
  wholeName: 5,
  pair: 6,
  date: 7,
  exactName: 8,
} as const;
