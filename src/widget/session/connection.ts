import { type CaseClient, createCaseClient } from '../../client/createCaseClient.ts';
import { IdvApiError, IdvError } from '../../client/errors.ts';
import type { ClientSession } from '../../contract/sessionKey.ts';
import type { NoticeCode } from '../events.ts';
import { SessionError } from './SessionError.ts';
import { canRenew, type SessionSettings, sessionSource } from './sessionSource.ts';

/** The page's connection to the service. */

/**
 * The page's client of the service.
 * @param session a first session that replaces the one of the settings.
 * @param notice called if the session can't be renewed.
 * @throws IdvError `session_malformed` if the session of the settings is invalid.
 */
export function openClient(
  settings: SessionSettings,
  session: ClientSession | null,
  notice: (code: NoticeCode, detail: string) => void,
): CaseClient {
  if (!canRenew(settings))
    notice('session_not_renewable', 'It ends after 15 minutes. Set session-url or fetchSession.');
  return createCaseClient(sessionSource(settings, session));
}

/** The notice for the page's developers about a failure; `null` if they can't fix it. */
export function setupNotice(error: unknown): { code: NoticeCode; detail: string } | null {
  if (error instanceof SessionError) {
    if (error.reason === 'signed_out') return null;
    const code = error.reason === 'setup' ? 'session_url_invalid' : 'session_url_failed';
    return { code, detail: `${error.message}.` };
  }
  if (error instanceof IdvApiError) {
    if (error.code !== 'origin_not_allowed') return null;
    return {
      code: 'origin_not_allowed',
      detail: `Add ${location.origin} to allowedOrigins.`,
    };
  }
  // Only the base class: the other errors are its subclasses.
  const isUnfit = error instanceof IdvError && error.constructor === IdvError;
  return isUnfit ? { code: 'session_invalid', detail: `${error.message}.` } : null;
}
