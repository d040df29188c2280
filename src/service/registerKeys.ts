import { newId } from '../contract/ids.ts';
import { parseKey } from '../contract/keys.ts';
import { allScopes } from '../contract/scopes.ts';
import type { Context } from './context.ts';
import { sha256 } from './crypto/sha256.ts';
import { apiKeys } from './db/store/apiKeys.ts';

/**
 * Registers API keys with all scopes, and says which are new. One that is known already stays as it is, revoked if it
 * was.
 */
export async function registerKeys(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const now = clock();
    const { mode } = parseKey(key)!;
    const id = newId('key', now.getTime());
    const scopes = JSON.stringify(allScopes);
    const isNew = await apiKeys.insertIfNew(db, { id, mode, hash: sha256(key), scopes, created_at: now });
    if (isNew) log.info('made', { what: 'api key', keyId: id, mode, detail: 'From IDV_BOOTSTRAP_KEY.' });
  }
  if (keys.length > 0 || !(await apiKeys.isEmpty(db))) return;
  log.warn('no api key', {
    detail:
      'Nobody can call the API: "keys generate --mode test" prints a key, to be set as IDV_BOOTSTRAP_KEY.',
  });
}
