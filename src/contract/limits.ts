/** Sizes and times that both sides keep to. Bytes, seconds, pixels per side. */
export const limits = {
  jsonBytes: 64 * 1024,
  jsonDepth: 16,
  headerBytes: 16 * 1024,
  frameBytes: 5 * 1024 * 1024,
  captureBytes: 20 * 1024 * 1024,
  framesPerCapture: 8,
  frameMinSide: 480,
  frameMaxSide: 4096,
  referenceMinSide: 200,
  challengeSeconds: 120,
  sessionKeySeconds: 15 * 60,
  sessionKeysPerCase: 3,
  caseSeconds: { default: 7 * 86_400, min: 15 * 60, max: 30 * 86_400 },
  idempotencySeconds: 86_400,
  eventDays: 90,
  webhookBodyBytes: 4096,
} as const;
