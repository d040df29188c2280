import { existsSync } from 'node:fs';
import { createVault } from '../crypto/vault.ts';
import { connect } from '../db/connect.ts';
import { migrateDatabase } from '../db/migrateDatabase.ts';
import { type Config, ConfigError, readConfig } from '../settings/config.ts';
import { withSecretFiles } from '../settings/secretFiles.ts';
import { requireMasterKey, requireTables } from './database.ts';
import { exportDatabase } from './exportDatabase.ts';
import { importDatabase } from './importDatabase.ts';

// `idv-verify-service export FILE` writes the content of the database to a file; `import FILE` fills an empty database
// from it, to move between the embedded database and PostgreSQL. Sealed values stay sealed, so both need the same
// master key, which is not in the file.

const [direction, file, ...rest] = process.argv.slice(2);
if ((direction !== 'export' && direction !== 'import') || !file || rest.length > 0) {
  process.stderr.write(`Usage: idv-verify-service ${direction ?? 'export'} FILE\n`);
  process.exitCode = 2;
} else {
  try {
    const rows = await transfer(direction, file, readConfig(withSecretFiles(process.env)));
    const counts = Object.entries(rows).filter(([, count]) => count > 0);
    for (const [table, count] of counts) process.stderr.write(`${table}: ${count}\n`);
    const all = counts.reduce((sum, [, count]) => sum + count, 0);
    process.stdout.write(`${JSON.stringify({ [`${direction}ed`]: all, file })}\n`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function transfer(
  direction: 'export' | 'import',
  path: string,
  config: Config,
): Promise<Record<string, number>> {
  if (direction === 'export' && existsSync(path))
    throw new ConfigError(`The file ${path} exists already and was not overwritten. Choose another name.`);
  const master = requireMasterKey(config);
  if (direction === 'export') requireTables.before(config);
  const { database } = config;
  // No time limit for single statements.
  const patient = { ...database, statementTimeoutMs: 0, lockTimeoutMs: 0, idleTransactionTimeoutMs: 0 };
  const connection = await connect({ ...config, database: patient });
  try {
    if (direction === 'export') {
      await requireTables.in(connection.db);
      return await exportDatabase(connection.db, createVault(master), { file: path, now: new Date() });
    }
    await migrateDatabase(config, connection);
    return await importDatabase(connection.db, master, path);
  } finally {
    await connection.close();
  }
}
