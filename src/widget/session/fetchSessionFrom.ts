import type { ClientSession } from '../../contract/sessionKey.ts';
import { SessionError } from './SessionError.ts';

/**
 * Asks the customer's back end for a session: POST with cookies, same origin only.
 * @throws SessionError
 */
export async function fetchSessionFrom(sessionUrl: string): Promise<ClientSession> {
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
    throw new SessionError('unavailable', 'session-url did not answer with JSON', { cause });
  });
}

function sameOrigin(sessionUrl: string): URL {
  const url = URL.canParse(sessionUrl, document.baseURI) ? new URL(sessionUrl, document.baseURI) : null;
  if (url?.origin !== location.origin) {
    throw new SessionError('setup', 'session-url must be an address of the same origin as the page');
  }
  return url;
}
