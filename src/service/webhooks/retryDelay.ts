const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before each attempt, counted from the end of the one before it. */
const DELAYS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
const JITTER = 0.1;
const LONGEST_WAIT = 24 * HOUR;

/**
 * When to try again after a failure.
 * @param attemptsMade 1 after the first attempt.
 * @param options.scale multiplies the schedule (`WEBHOOK_TIME_SCALE`).
 * @param options.random from 0 up to 1; spreads each delay by ±10 %.
 * @param options.retryAfterMs what the receiver asked for: never sooner than that, at most 24 hours, unscaled.
 * @returns milliseconds from now; `null` after the tenth attempt, which is the last.
 * @see https://github.com/standard-webhooks/standard-webhooks (the schedule that the specification suggests)
 */
export function retryDelay(
  attemptsMade: number,
  options: { scale: number; random: number; retryAfterMs: number | null },
): number | null {
  const delay = DELAYS[attemptsMade];
  if (delay === undefined) return null;
  const spread = 1 - JITTER + 2 * JITTER * options.random;
  return Math.max(delay * options.scale * spread, Math.min(options.retryAfterMs ?? 0, LONGEST_WAIT));
}
