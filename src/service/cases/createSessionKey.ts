import type { Insertable, Kysely } from 'kysely';
import type { HandoffReach } from '../../contract/handoff.ts';
import { newId } from '../../contract/ids.ts';
import { generateKey } from '../../contract/keys.ts';
import { sizeLimits } from '../../contract/limits.ts';
import type { SessionKey } from '../../contract/sessionKey.ts';
import type { ServiceContext } from '../context.ts';
import { sha256 } from '../crypto/sha256.ts';
import { inOrder } from '../db/inOrder.ts';
import type { KeyReach, SessionKeysTable } from '../db/keyTables.ts';
import type { Database } from '../db/schema.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';
import type { CaseRow } from './caseRow.ts';

/** A key for the page of a case, and the row with its hash. */
export interface NewSessionKey {
  key: SessionKey;
  row: Insertable<SessionKeysTable>;
}

/** The origins and the limits of a session key. */
export interface SessionKeyLimits {
  allowedOrigins: string[];
  reach?: KeyReach | HandoffReach | undefined;
  /** The browser, by the hash of its cookie. */
  browser?: string | null;
  /** The end of the API key that makes it; the session key ends no later. */
  until?: Date | null;
}

/** Creates a key for the page of a case. Only the response contains the key itself. */
export async function createSessionKey(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  limits: SessionKeyLimits,
): Promise<SessionKey> {
  const created = newSessionKey(context, row, limits);
  await inOrder(tx, sessionKeys.insertions(tx, created.row));
  return created.key;
}

/** Creates a session key without storing it. */
export function newSessionKey(
  { clock }: ServiceContext,
  { id, mode }: Pick<CaseRow, 'id' | 'mode'>,
  { allowedOrigins, reach, browser, until }: SessionKeyLimits,
): NewSessionKey {
  const now = clock();
  const end = now.getTime() + sizeLimits.sessionKeySeconds * 1000;
  const expiresAt = new Date(Math.min(end, until?.getTime() ?? end));
  const sessionKey = generateKey('session', mode);
  const row = {
    id: newId('ses', now.getTime()),
    mode,
    case_id: id,
    hash: sha256(sessionKey),
    allowed_origins: JSON.stringify(allowedOrigins),
    created_at: now,
    expires_at: expiresAt,
    ...(browser && { browser }),
    ...(reach && (reach === 'credential' ? { reach: 'selfie' as const, step: reach } : { reach })),
  };
  return { key: { sessionKey, caseId: id, expiresAt: expiresAt.toISOString(), allowedOrigins }, row };
}
