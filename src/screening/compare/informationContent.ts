/**
 * The entries of the lists that were counted for `countedParts`, less a share for the rare spellings that were not, and the
 * people of the world that count besides.
 */
const listedSize = 17_000;
const worldSize = 20_000;

/**
 * The information content of a name part, in bits. It is high for a part that is rare on lists and in the world. Both are
 * known beforehand, so that no list changes the scores of another.
 * @param carriers how many of the counted entries have the part; at least one is assumed
 * @param perMillion people in a million that have it
 */
export function informationContent(carriers: number, perMillion: number): number {
  const expected = Math.max(1, carriers) + (perMillion / 1e6) * worldSize;
  return Math.max(0, Math.log2((listedSize + worldSize) / expected));
}

/** Below this similarity two parts are not spellings of each other. */
export const minSimilarity = 0.64;

/** The information content, in bits, of matching a part of `bits` bits with a part of this similarity. */
export function matchedInformation(bits: number, similarity: number): number {
  const worth = (similarity - minSimilarity) / (1 - minSimilarity);
  return worth <= 0 ? 0 : bits * worth ** 1.2;
}
