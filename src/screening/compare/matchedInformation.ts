/** Below this similarity two parts are not spellings of each other. */
export const leastSimilarity = 0.64;

/** The information content, in bits, of matching a part of `bits` bits with one of that similarity. */
export function matchedInformation(bits: number, similarity: number): number {
  const worth = (similarity - leastSimilarity) / (1 - leastSimilarity);
  return worth <= 0 ? 0 : bits * worth ** 1.2;
}
