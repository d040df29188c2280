import { IdvTimeoutError } from './errors.ts';

/** The source of time for the transport. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits; rejects with the reason of `signal` as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal | undefined): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, { once: true });
    }),
};

/** The longest delay of a timer: delays are 31-bit numbers, and a longer one would fire immediately. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Runs a function for at most `timeoutMs` milliseconds, or until the caller's signal aborts.
 * @throws IdvTimeoutError after the time limit; the reason of `signal` if it aborts.
 */
export async function withTimeout<T>(
  run: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
  signal?: AbortSignal | undefined,
): Promise<T> {
  signal?.throwIfAborted();
  const late = new AbortController();
  const timeOut = () => late.abort(new IdvTimeoutError(`No response within ${timeoutMs} ms`));
  const timer = setTimeout(timeOut, Math.min(timeoutMs, LONGEST_MS));
  const either = signal ? AbortSignal.any([late.signal, signal]) : late.signal;
  try {
    return await Promise.race([run(either), rejectOnAbort(either)]);
  } catch (error) {
    throw either.aborted ? either.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Needed if `run` ignores its signal. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}
