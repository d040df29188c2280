/** The similarity under which two parts are no spellings of each other. */
export const leastSimilarity = 0.64;

/** What it says, in bits, that a part of so many bits was met by one so similar. */
export function matchedInformation(bits: number, similarity: number): number {
  const worth = (similarity - leastSimilarity) / (1 - leastSimilarity);
  return worth <= 0 ? 0 : bits * worth ** 1.2;
}
