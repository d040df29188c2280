import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';

/** Whether there is a database to open; the embedded one would be made by opening it. */
export function hasDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): boolean {
  return databaseUrl !== null || existsSync(join(dataDir, 'pglite'));
}
