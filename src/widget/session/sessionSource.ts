import type { BrowserClientOptions } from '../../client/createCaseClient.ts';
import type { ClientSession } from '../../contract/sessionKey.ts';
import { fetchSessionFrom } from './fetchSessionFrom.ts';

/** The three ways of a page to hand over a session. */
export interface SessionSettings {
  sessionUrl: string | null;
  session: ClientSession | null;
  fetchSession: (() => Promise<ClientSession>) | null;
}

type SessionSource = Pick<BrowserClientOptions, 'fetchSession' | 'session'>;

/**
 * Where sessions come from: a function if there is one, then the address, then the object alone. The settings are
 * read whenever a session is needed.
 * @param kept a session to begin with, in place of the one that is set.
 */
export function sessionSource(settings: SessionSettings, kept: ClientSession | null): SessionSource {
  const session = kept ?? settings.session;
  const canRenew = settings.fetchSession !== null || settings.sessionUrl !== null;
  const renew = async () => settings.fetchSession?.() ?? fetchSessionFrom(settings.sessionUrl ?? '');
  return { ...(canRenew && { fetchSession: renew }), ...(session && { session }) };
}
