import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { ConfigError } from '../configError.ts';
import { hasDatabase } from '../db/hasDatabase.ts';
import { newerVersion, pendingMigrations } from '../db/migrate.ts';
import type { Database } from '../db/schema.ts';

/** For commands that look at what a service wrote. */
export const requireTables = {
  /** @throws {ConfigError} where opening the embedded database would make one. */
  before: (config: Config): void => {
    if (hasDatabase(config)) return;
    throw new ConfigError(
      `There is no database in ${resolve(config.dataDir)}: set DATA_DIR or DATABASE_URL.`,
    );
  },

  /** @throws {ConfigError} if the tables are not those of this version. */
  in: async (db: Kysely<Database>): Promise<void> => {
    const pending = await pendingMigrations(db);
    if (pending.length > 0)
      throw new ConfigError('The tables are not up to date: run "idv-verify-service migrate" first.');
    const newer = await newerVersion(db);
    if (newer) throw new ConfigError(newer);
  },
};
