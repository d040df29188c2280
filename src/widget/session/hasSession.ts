import type { ClientSession } from '../../contract/sessionKey.ts';
import type { SessionSettings } from './sessionSource.ts';

/** Whether there is a way to a session. */
export function hasSession({ session, fetchSession, sessionUrl }: SessionSettings): boolean {
  return session !== null || fetchSession !== null || sessionUrl !== null;
}

/** A new object with the same key is no new session. */
export function isOtherSession(now: ClientSession | null, before: ClientSession | null | undefined): boolean {
  return now?.sessionKey !== before?.sessionKey;
}
