import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { hasMasterKey, masterKey } from '../crypto/masterKey.ts';
import { type Connection, connect } from '../db/connect.ts';
import { hasDatabase } from '../db/hasDatabase.ts';
import { newerVersion, pendingMigrations } from '../db/migrate.ts';
import type { Database } from '../db/schema.ts';
import { type Config, ConfigError, readConfig } from '../settings/config.ts';
import { withSecretFiles } from '../settings/secretFiles.ts';

interface Options {
  /** The exit code for a `ConfigError`. */
  failed?: number;
  /** Whether the command creates the tables; otherwise they must exist. */
  makesTables?: boolean;
}

/**
 * Runs a command on the database of the settings and closes it. A `ConfigError` is written as its sentence, and the
 * process then exits with `failed`.
 */
export async function onDatabase(
  run: (config: Config, connection: Connection) => Promise<void>,
  { failed = 1, makesTables = false }: Options = {},
): Promise<void> {
  try {
    const config = readConfig(withSecretFiles(process.env));
    if (!makesTables) requireTables.before(config);
    const connection = await connect(config);
    try {
      if (!makesTables) await requireTables.in(connection.db);
      await run(config, connection);
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = failed;
  }
}

/** For commands that read the data of an installed service. */
export const requireTables = {
  /** @throws {ConfigError} if opening the embedded database would create one. */
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
      throw new ConfigError('Migrations are pending. Run "idv-verify-service migrate" first.');
    const newer = await newerVersion(db);
    if (newer) throw new ConfigError(newer);
  },
};

/**
 * The master key for a command. Commands never create one.
 * @throws {ConfigError} if there is none.
 */
export function requireMasterKey(config: Config): Uint8Array {
  if (hasMasterKey(config)) return masterKey(config);
  throw new ConfigError(
    `There is no master key: set IDV_MASTER_KEY, or copy the file master.key into ${config.dataDir}.`,
  );
}
