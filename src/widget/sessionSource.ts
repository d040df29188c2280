import type { BrowserClientOptions } from '../client/createBrowserClient.ts';
import type { ClientSession } from '../contract/sessionKey.ts';
import { fetchSessionFrom } from './fetchSessionFrom.ts';

/** The three ways of a page to hand over a session. */
export interface SessionSettings {
  sessionUrl: string | null;
  session: ClientSession | null;
  fetchSession: (() => Promise<ClientSession>) | null;
}

export type SessionSource = Pick<BrowserClientOptions, 'fetchSession' | 'session'>;

/**
 * Where sessions come from: a function if there is one, then the address, then the object alone. The settings are
 * read whenever a session is needed. `null` if nothing is set.
 */
export function sessionSource(settings: SessionSettings): SessionSource | null {
  const { session, fetchSession, sessionUrl } = settings;
  const canRenew = fetchSession !== null || sessionUrl !== null;
  if (!canRenew && !session) return null;
  const renew = async () => settings.fetchSession?.() ?? fetchSessionFrom(settings.sessionUrl ?? '');
  return { ...(canRenew && { fetchSession: renew }), ...(session && { session }) };
}
