/** Retries after a connection failure, as soon as the browser is online again, unless the signal is aborted before. */
export function whenOnline(signal: AbortSignal, carryOn: () => unknown): void {
  if (!signal.aborted) addEventListener('online', () => void carryOn(), { once: true, signal });
}
