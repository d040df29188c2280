import { newId } from '../contract/ids.ts';
import { parseKey } from '../contract/keys.ts';
import { allScopes } from '../contract/scopes.ts';
import { sha256 } from './crypto/sha256.ts';
import { apiKeys } from './db/store/apiKeys.ts';
import type { Deps } from './deps.ts';

/** Registers API keys with all scopes. One that is known already stays as it is, revoked if it was. */
export async function registerKeys({ db, clock }: Deps, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const now = clock();
    await apiKeys.insertIfNew(db, {
      id: newId('key', now.getTime()),
      mode: parseKey(key)!.mode,
      hash: sha256(key),
      scopes: JSON.stringify(allScopes),
      created_at: now,
    });
  }
}
