import { ConnectionError, IdvApiError, TimeoutError } from '../../client/errors.ts';
import type { ErrorReport } from '../events.ts';
import type { Messages } from '../locales/Messages.ts';
import { SessionError } from '../session/SessionError.ts';

/** Puts any failure into words for the person and a code for the page. */
export function errorReport(error: unknown, { errors }: Messages): ErrorReport {
  if (error instanceof IdvApiError) {
    const { code, retryable, requestId } = error;
    return { code, message: wordsFor(code, errors), retryable, requestId };
  }
  const code = codeOf(error);
  return { code, message: wordsFor(code, errors), retryable: code !== 'setup', requestId: null };
}

function codeOf(error: unknown): 'offline' | 'connection' | 'timeout' | 'setup' | 'session' | 'other' {
  if (error instanceof SessionError) return error.reason === 'setup' ? 'setup' : 'session';
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof ConnectionError) return navigator.onLine ? 'connection' : 'offline';
  // A script of a later step that did not arrive is a TypeError in every browser.
  return error instanceof TypeError && !navigator.onLine ? 'offline' : 'other';
}

/** Codes that say the same to the person. */
const SAME_WORDS: Record<string, keyof Messages['errors']> = {
  timeout: 'unavailable',
  rate_limited: 'unavailable',
  challenge_mismatch: 'challenge_expired',
  image_unreadable: 'challenge_expired',
  image_too_small: 'challenge_expired',
};

function wordsFor(code: string, errors: Messages['errors']): string {
  const key = SAME_WORDS[code] ?? code;
  return Object.hasOwn(errors, key) ? errors[key as keyof Messages['errors']] : errors.other;
}
