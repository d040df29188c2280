import type { SessionSettings } from './sessionSource.ts';

/** Whether there is a way to a session. */
export function hasSession({ session, fetchSession, sessionUrl }: SessionSettings): boolean {
  return session !== null || fetchSession !== null || sessionUrl !== null;
}
