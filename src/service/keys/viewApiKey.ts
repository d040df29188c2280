import type { Selectable } from 'kysely';
import type { ApiKey } from '../../contract/apiKey.ts';
import type { ApiKeysTable } from '../db/keyTables.ts';

/** An API key as it is read. */
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
