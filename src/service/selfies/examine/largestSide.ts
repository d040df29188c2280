/** Pixels of the longer side of what is measured: more would tell the networks, which see 192 of them, nothing. */
export const largestSide = 1280;
