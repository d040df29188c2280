/** Goes on with what failed for want of a connection, as soon as there is one again; unless the signal is aborted by then. */
export function whenOnline(signal: AbortSignal, carryOn: () => unknown): void {
  if (!signal.aborted) addEventListener('online', () => void carryOn(), { once: true, signal });
}
