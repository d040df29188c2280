import { captureLimits } from './captureLimits.ts';
import { detailsLimits } from './detailsLimits.ts';

/** Sizes and times that both sides keep to. Bytes, seconds, pixels per side. */
export const limits = {
  ...captureLimits,
  ...detailsLimits,
  jsonBytes: 64 * 1024,
  jsonDepth: 16,
  headerBytes: 16 * 1024,
  referenceMinSide: 200,
  challengeExtensions: 10,
  batchBytes: 20 * 1024 * 1024,
  batchRows: 100_000,
  /** Under way, in each mode. */
  batchesAtOnce: 10,
  sessionKeySeconds: 15 * 60,
  sessionKeysPerCase: 3,
  caseSeconds: { default: 7 * 86_400, min: 15 * 60, max: 30 * 86_400 },
  idempotencySeconds: 86_400,
  eventDays: 90,
  webhookBodyBytes: 4096,
} as const;
