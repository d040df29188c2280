import { captureLimits } from './captureLimits.ts';
import { detailsLimits } from './detailsLimits.ts';

/** Sizes and times that both sides keep to. Bytes, seconds, pixels per side. */
export const sizeLimits = {
  ...captureLimits,
  ...detailsLimits,
  jsonBytes: 64 * 1024,
  jsonDepth: 16,
  headerBytes: 16 * 1024,
  /** Named in one answer. */
  fieldErrors: 20,
  /** How often the page of one case may send its details. */
  detailsRevisions: 10,
  referenceMinSide: 200,
  /** Of the portrait of a credential. */
  portraitMinSide: 100,
  portraitMaxSide: 2048,
  /** Answers of wallets that one case may have refused. */
  credentialTries: 5,
  credentialRequestSeconds: 600,
  challengeExtensions: 10,
  /** Of one case; with the last one it takes no more. */
  refusedCaptures: 10,
  /** Challenges of one attempt beside its first; each more costs an attempt. */
  challengeRedraws: 2,
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
