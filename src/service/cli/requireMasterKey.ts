import type { Config } from '../config.ts';
import { ConfigError } from '../configError.ts';
import { hasMasterKey, masterKey } from '../crypto/masterKey.ts';

/**
 * The master key for a command, which must not make one.
 * @throws {ConfigError} if there is none.
 */
export function requireMasterKey(config: Config): Uint8Array {
  if (hasMasterKey(config)) return masterKey(config);
  throw new ConfigError(
    `There is no master key: set IDV_MASTER_KEY, or copy the file master.key into ${config.dataDir}.`,
  );
}
