const worldSize = 20_000;

/**
 * The information content of a name part, in bits. It is high for a part that is rare on the lists and in the world.
 * The world counts as 20,000 more entities, so that small lists give sensible values too.
 * @param carriers entities on the lists that have the part
 * @param perMillion people in a million that have it
 */
export function informationContent(carriers: number, perMillion: number, entities: number): number {
  const expected = carriers + (perMillion / 1e6) * worldSize;
  return Math.max(0, Math.log2((entities + worldSize) / Math.max(expected, 0.5)));
}

/** Below this similarity two parts are not spellings of each other. */
export const minSimilarity = 0.64;

/** The information content, in bits, of matching a part of `bits` bits with a part of this similarity. */
export function matchedInformation(bits: number, similarity: number): number {
  const worth = (similarity - minSimilarity) / (1 - minSimilarity);
  return worth <= 0 ? 0 : bits * worth ** 1.2;
}
