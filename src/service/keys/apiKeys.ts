import type { Kysely, Selectable } from 'kysely';
import type { ApiKey, CreatedApiKey } from '../../contract/apiKey.ts';
import { newId } from '../../contract/ids.ts';
import { generateKey, parseKey } from '../../contract/keys.ts';
import type { Mode } from '../../contract/mode.ts';
import { allScopes, type Scope } from '../../contract/scopes.ts';
import type { ServiceContext } from '../context.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { ApiKeysTable } from '../db/keyTables.ts';
import type { Database } from '../db/schema.ts';
import { apiKeys } from '../db/store/apiKeys.ts';

export interface NewApiKey {
  mode: Mode;
  name: string | null;
  scopes: readonly Scope[];
  expiresAt: Date | null;
}

/** Creates an API key. Only the response contains the key itself. */
export async function createApiKey(
  { clock }: ServiceContext,
  tx: Kysely<Database>,
  { mode, name, scopes, expiresAt }: NewApiKey,
): Promise<CreatedApiKey> {
  const now = clock();
  const key = generateKey('secret', mode);
  const row = await apiKeys.insert(tx, {
    id: newId('key', now.getTime()),
    mode,
    hash: sha256(key),
    name,
    scopes: JSON.stringify(scopes),
    created_at: now,
    expires_at: expiresAt,
  });
  return { ...viewApiKey(row, now), key };
}

/** An API key as shown by the API. */
export function viewApiKey(row: Selectable<ApiKeysTable>, now: Date): ApiKey {
  const isOver = row.expires_at !== null && row.expires_at <= now;
  return {
    id: row.id,
    object: 'api_key',
    mode: row.mode,
    name: row.name,
    scopes: row.scopes,
    status: row.revoked_at ? 'revoked' : isOver ? 'expired' : 'active',
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}

/**
 * Registers API keys with all scopes.
 * @returns the new ones. A known key is unchanged, also if it was revoked.
 */
export async function registerKeys(
  { db, clock, log }: Pick<ServiceContext, 'db' | 'clock' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const now = clock();
    const { mode } = parseKey(key)!;
    const id = newId('key', now.getTime());
    const scopes = JSON.stringify(allScopes);
    const isNew = await apiKeys.insertIfNew(db, { id, mode, hash: sha256(key), scopes, created_at: now });
    if (isNew) log.info('generated', { what: 'api key', keyId: id, mode, detail: 'From IDV_BOOTSTRAP_KEY.' });
  }
  if (keys.length > 0 || !(await apiKeys.isEmpty(db))) return;
  log.warn('no api key', {
    detail:
      'No API key exists, so every call is refused. Run "keys generate --mode test" and set IDV_BOOTSTRAP_KEY to the key it prints.',
  });
}
