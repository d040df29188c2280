import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';

/** Whether a database exists. Opening the embedded database would create one. */
export function hasDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): boolean {
  return databaseUrl !== null || existsSync(join(dataDir, 'pglite'));
}
