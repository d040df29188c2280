import type { ClientSession } from '../../contract/sessionKey.ts';

/** A new object with the same key is no new session. */
export function isOtherSession(now: ClientSession | null, before: ClientSession | null | undefined): boolean {
  return now?.sessionKey !== before?.sessionKey;
}
