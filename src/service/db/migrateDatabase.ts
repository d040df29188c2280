import type { Config } from '../settings/config.ts';
import { type Connection, connect } from './connect.ts';
import { migrate } from './migrate.ts';

/** No time limits: a migration may wait for another node and run long statements. */
const PATIENT = { pool: 2, statementTimeoutMs: 0, lockTimeoutMs: 0, idleTransactionTimeoutMs: 0 };

/**
 * Applies pending migrations over a connection without time limits.
 * @returns the names of the migrations that were applied.
 * @throws {ConfigError} if a newer version changed the tables so that this one can't work with them.
 */
export async function migrateDatabase(config: Config, { db }: Pick<Connection, 'db'>): Promise<string[]> {
  if (config.databaseUrl === null) return await migrate(db);
  const { databaseDirectUrl, databaseUrl, dataDir } = config;
  // Past a pooler there are no time limits of its role either.
  const prepare = config.database.prepare || databaseDirectUrl !== null;
  const database = { ...config.database, ...PATIENT, prepare };
  const patient = databaseDirectUrl
    ? await connect({ databaseUrl: databaseDirectUrl, dataDir, database }, 'DATABASE_DIRECT_URL')
    : await connect({ databaseUrl, dataDir, database });
  try {
    return await migrate(patient.db);
  } finally {
    await patient.close();
  }
}
