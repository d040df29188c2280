import type { Journey } from '../Journey.ts';
import type { GuidedCapture } from './GuidedCapture.ts';

/**
 * Loads the guidance and starts its eye.
 * @returns null where its script can't be had: then the person presses the button.
 */
export async function openGuide(
  { host, texts }: Journey,
  signal: AbortSignal,
): Promise<GuidedCapture | null> {
  const loaded = await import('./GuidedCapture.ts').catch(() => null);
  if (!loaded || signal.aborted) return null;
  try {
    return new loaded.GuidedCapture(host.limits, signal);
  } catch (error) {
    // A threshold out of its bounds is the page's mistake, and no reason to turn the person away.
    const code = 'setup';
    const detail = error instanceof Error ? ` ${error.message}` : '';
    host.emit('idv-error', { code, message: texts.errors[code] + detail, retryable: false, requestId: null });
    return new loaded.GuidedCapture({}, signal);
  }
}
