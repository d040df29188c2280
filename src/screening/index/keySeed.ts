/** Keeps the kinds of keys apart that share one table. */
export const keySeed = {
  text: 1,
  nearSound: 2,
  consonants: 3,
  nearConsonants: 4,
  wholeName: 5,
  pair: 6,
  date: 7,
  exactName: 8,
  identifier: 9,
} as const;
