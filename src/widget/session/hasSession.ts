import type { ClientSession } from '../../contract/sessionKey.ts';
import type { SessionSettings } from './sessionSource.ts';

/** Whether the page has set any source of sessions. */
export function hasSession({ session, fetchSession, sessionUrl }: SessionSettings): boolean {
  return session !== null || fetchSession !== null || sessionUrl !== null;
}

/** Whether the session has another key. A new object with the same key is no new session. */
export function isOtherSession(now: ClientSession | null, before: ClientSession | null | undefined): boolean {
  return now?.sessionKey !== before?.sessionKey;
}
