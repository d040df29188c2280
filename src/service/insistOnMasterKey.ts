import { ConfigError } from './configError.ts';
import { cases } from './db/store/cases.ts';
import { webhookEndpoints } from './db/store/webhookEndpoints.ts';
import type { Deps } from './deps.ts';
import { webhookSecrets } from './webhooks/webhookSecrets.ts';

/**
 * Makes sure that the master key opens what the database holds. With another one the service would seal new cases by
 * it, and each key would open a part alone.
 * @throws {ConfigError} if it is another one.
 */
export async function insistOnMasterKey({
  db,
  vault,
  clock,
}: Pick<Deps, 'db' | 'vault' | 'clock'>): Promise<void> {
  const sealedCase = await cases.newestSealed(db);
  const endpoint = await webhookEndpoints.newest(db);
  try {
    if (sealedCase) vault.seal(sealedCase, 'trial', '');
    if (endpoint) webhookSecrets.open(vault, endpoint.id, endpoint, clock());
  } catch (cause) {
    throw new ConfigError('The master key is not the one that the database was sealed with.', { cause });
  }
}
