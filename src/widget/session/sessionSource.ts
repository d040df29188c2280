import type { BrowserClientOptions } from '../../client/createCaseClient.ts';
import type { ClientSession } from '../../contract/sessionKey.ts';
import { SessionError } from './SessionError.ts';

/** The three ways in which a page provides a session. */
export interface SessionSettings {
  sessionUrl: string | null;
  session: ClientSession | null;
  fetchSession: (() => Promise<ClientSession>) | null;
}

type SessionSource = Pick<BrowserClientOptions, 'fetchSession' | 'session'>;

/**
 * The source of sessions: a function if there is one, else the address, else the session object. The settings are read
 * whenever a session is needed.
 * @param earlier a first session that replaces the one of the settings.
 */
export function sessionSource(settings: SessionSettings, earlier: ClientSession | null): SessionSource {
  const session = earlier ?? settings.session;
  const renew = async () => settings.fetchSession?.() ?? fetchSessionFrom(settings.sessionUrl ?? '');
  return { ...(canRenew(settings) && { fetchSession: renew }), ...(session && { session }) };
}

/** Whether the session can be renewed. */
export function canRenew({ fetchSession, sessionUrl }: SessionSettings): boolean {
  return fetchSession !== null || sessionUrl !== null;
}

/**
 * Requests a session from the customer's back end: POST with cookies, same origin only.
 * @throws SessionError
 */
async function fetchSessionFrom(sessionUrl: string): Promise<ClientSession> {
  const response = await fetch(sameOrigin(sessionUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: '{}',
    credentials: 'include',
    cache: 'no-store',
    redirect: 'error',
  }).catch((cause: unknown) => {
    throw new SessionError('unavailable', 'session-url could not be reached', { cause });
  });
  if (response.status === 401 || response.status === 403) {
    throw new SessionError('signed_out', `session-url answered ${response.status}`);
  }
  if (!response.ok) throw new SessionError('unavailable', `session-url answered ${response.status}`);
  return response.json().catch((cause: unknown) => {
    throw new SessionError('unavailable', 'session-url did not return JSON', { cause });
  });
}

function sameOrigin(sessionUrl: string): URL {
  const url = URL.canParse(sessionUrl, document.baseURI) ? new URL(sessionUrl, document.baseURI) : null;
  if (url?.origin !== location.origin) {
    throw new SessionError('setup', 'session-url must have the same origin as the page');
  }
  return url;
}
