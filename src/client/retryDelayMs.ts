import { isRetryable } from '../contract/errors.ts';
import { ConnectionError, IdvApiError, TimeoutError } from './errors.ts';

const FIRST_MS = 500;
const LONGEST_MS = 8_000;

/**
 * How long to wait before another attempt. What the service asks for wins; otherwise a random time up to a limit that
 * doubles from half a second to eight seconds.
 * @param retries how many retries there were already.
 * @param random uniform in [0, 1).
 * @returns milliseconds; `null` if another attempt can't help.
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ (full jitter)
 */
export function retryDelayMs(error: unknown, retries: number, random: () => number): number | null {
  if (!mayPass(error)) return null;
  if (error instanceof IdvApiError && error.retryAfterMs !== null) return error.retryAfterMs;
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** retries);
}

function mayPass(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  if (!(error instanceof IdvApiError)) return false;
  return isRetryable(error.status, error.code);
}
