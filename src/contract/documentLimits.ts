/** Limits of a document check, in seconds, bytes, pixels per side, and numbers of pictures for each side. */
export const documentLimits = {
  /** From the start of a check to its capture. */
  seconds: 15 * 60,
  stills: { min: 1, max: 3 },
  stillSide: { min: 800, max: 4096 },
  sideBytes: 6 * 1024 * 1024,
  trail: { min: 1, max: 40 },
  trailFrameBytes: 64 * 1024,
  trailBytes: 2 * 1024 * 1024,
} as const;
