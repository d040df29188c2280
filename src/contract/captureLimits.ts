/** Limits of a capture, in bytes, milliseconds, seconds, and pixels per side. */
export const captureLimits = {
  frameBytes: 5 * 1024 * 1024,
  captureBytes: 20 * 1024 * 1024,
  framesPerCapture: 8,
  trail: { frames: { min: 6, max: 90 }, frameBytes: 64 * 1024, bytes: 3 * 1024 * 1024, gapMs: 500 },
  trailShorterSide: { min: 160, max: 640 },
  frameMinSide: 480,
  frameMaxSide: 4096,
  challengeSeconds: 120,
} as const;
