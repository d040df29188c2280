import type { Journey } from '../Journey.ts';
import { GuidedCapture } from './GuidedCapture.ts';

/** Starts the guidance, whose eye loads by itself. */
export function openGuide({ host, texts }: Journey, signal: AbortSignal): GuidedCapture {
  try {
    return new GuidedCapture(host.limits, signal);
  } catch (error) {
    // A threshold out of its bounds is the page's mistake, and no reason to turn the person away.
    const code = 'setup';
    const detail = error instanceof Error ? ` ${error.message}` : '';
    host.emit('idv-error', { code, message: texts.errors[code] + detail, retryable: false, requestId: null });
    return new GuidedCapture({}, signal);
  }
}
