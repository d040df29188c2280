import type { Kysely } from 'kysely';
import type { CreatedApiKey } from '../../contract/apiKey.ts';
import { newId } from '../../contract/ids.ts';
import { generateKey } from '../../contract/keys.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Context } from '../context.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Database } from '../db/schema.ts';
import { apiKeys } from '../db/store/apiKeys.ts';
import { viewApiKey } from './viewApiKey.ts';

export interface NewApiKey {
  mode: Mode;
  name: string | null;
  scopes: readonly Scope[];
  expiresAt: Date | null;
}

/** Makes an API key. The key itself is in the answer alone. */
export async function createApiKey(
  { clock }: Context,
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
