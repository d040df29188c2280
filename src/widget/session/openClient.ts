import { type CaseClient, createCaseClient } from '../../client/createCaseClient.ts';
import type { ClientSession } from '../../contract/sessionKey.ts';
import { type SessionSettings, sessionSource } from './sessionSource.ts';

/**
 * The page's client of the service.
 * @param kept a session to begin with, in place of the one that is set.
 * @throws IdvError if a session that is set won't do.
 */
export function openClient(settings: SessionSettings, kept: ClientSession | null): CaseClient {
  return createCaseClient(sessionSource(settings, kept));
}
