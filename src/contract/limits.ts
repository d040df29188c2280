import { captureLimits } from './captureLimits.ts';
import { detailsLimits } from './detailsLimits.ts';

/** Sizes and times that both sides enforce, in bytes, seconds, and pixels per side. */
export const sizeLimits = {
  ...captureLimits,
  ...detailsLimits,
  jsonBytes: 64 * 1024,
  jsonDepth: 16,
  headerBytes: 16 * 1024,
  /** Maximum number of field errors in one response. */
  fieldErrors: 20,
  /** Maximum number of times the page may submit the details of one case. */
  detailsRevisions: 10,
  referenceMinSide: 200,
  /** Minimum side of the portrait of a credential. */
  portraitMinSide: 100,
  portraitMaxSide: 2048,
  /** Maximum number of refused wallet answers per case. */
  credentialTries: 5,
  credentialRequestSeconds: 600,
  challengeExtensions: 10,
  /** Maximum number of refused captures per case; after the last one no more are accepted. */
  refusedCaptures: 10,
  /** Challenges of one attempt in addition to the first. A further one costs an attempt. */
  challengeRedraws: 2,
  batchBytes: 20 * 1024 * 1024,
  batchRows: 100_000,
  /** Maximum number of running batches in each mode. */
  batchesAtOnce: 10,
  sessionKeySeconds: 15 * 60,
  sessionKeysPerCase: 3,
  caseSeconds: { default: 7 * 86_400, min: 15 * 60, max: 30 * 86_400 },
  idempotencySeconds: 86_400,
  eventDays: 90,
  webhookBodyBytes: 4096,
} as const;
