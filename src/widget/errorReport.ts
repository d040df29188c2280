import { ConnectionError, IdvApiError, TimeoutError } from '../client/errors.ts';
import type { ErrorReport } from './events.ts';
import type { Locale } from './locales/Locale.ts';
import { SessionError } from './SessionError.ts';

/** Puts any failure into words for the person and a code for the page. */
export function errorReport(error: unknown, { errors }: Locale): ErrorReport {
  if (error instanceof IdvApiError) {
    const { code, retryable, requestId } = error;
    return { code, message: isKnown(code, errors) ? errors[code] : errors.other, retryable, requestId };
  }
  const code = codeOf(error);
  return { code, message: errors[code], retryable: code !== 'setup', requestId: null };
}

function codeOf(error: unknown): 'offline' | 'connection' | 'timeout' | 'setup' | 'session' | 'other' {
  if (error instanceof SessionError) return error.reason === 'setup' ? 'setup' : 'session';
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof ConnectionError) return navigator.onLine ? 'connection' : 'offline';
  // A script of a later step that did not arrive is a TypeError in every browser.
  return error instanceof TypeError && !navigator.onLine ? 'offline' : 'other';
}

function isKnown(code: string, texts: Locale['errors']): code is keyof Locale['errors'] {
  return Object.hasOwn(texts, code);
}
