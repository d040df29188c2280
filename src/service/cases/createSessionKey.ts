import type { Kysely } from 'kysely';
import { newId } from '../../contract/ids.ts';
import { generateKey } from '../../contract/keys.ts';
import { limits } from '../../contract/limits.ts';
import type { SessionKey } from '../../contract/sessionKey.ts';
import type { Context } from '../context.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Database } from '../db/schema.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';
import type { CaseRow } from './CaseRow.ts';

/** Makes a key for the page of a case. The key itself is in the answer alone. */
export async function createSessionKey(
  { clock }: Context,
  tx: Kysely<Database>,
  { id, mode }: CaseRow,
  allowedOrigins: string[],
): Promise<SessionKey> {
  const now = clock();
  const expiresAt = new Date(now.getTime() + limits.sessionKeySeconds * 1000);
  const sessionKey = generateKey('session', mode);
  await sessionKeys.insert(tx, {
    id: newId('ses', now.getTime()),
    mode,
    case_id: id,
    hash: sha256(sessionKey),
    allowed_origins: JSON.stringify(allowedOrigins),
    created_at: now,
    expires_at: expiresAt,
  });
  return { sessionKey, caseId: id, expiresAt: expiresAt.toISOString(), allowedOrigins };
}
