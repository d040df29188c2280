import type { SelfieClient } from '../../client/createSelfieClient.ts';

/** Milliseconds between two polls: short at first, since most checks take under a second. */
const PAUSES = [300, 400, 600, 800, 1000, 1500, 2000];
/** After so long the check goes on without the person watching. */
const PATIENCE_MS = 60_000;

/** Polls until the service has judged the pictures, or for a minute. Ends at once with the signal. */
export async function waitForCheck(
  client: SelfieClient,
  checkId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let look = 0, waited = 0; waited < PATIENCE_MS; look++) {
    const { status } = await client.retrieveSelfieCheck(checkId, { signal });
    if (status !== 'processing') return;
    const ms = PAUSES[Math.min(look, PAUSES.length - 1)]!;
    await pause(ms, signal);
    waited += ms;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}
