import { linkedController } from './linkedController.ts';

/** Waits, or throws the reason of the signal as soon as it is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const waiting = linkedController(signal);
  setTimeout(() => waiting.abort(), ms);
  await new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else waiting.signal.addEventListener('abort', resolve);
  });
  signal.throwIfAborted();
}
