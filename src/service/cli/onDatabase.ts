import { type Config, readConfig } from '../config.ts';
import { ConfigError } from '../configError.ts';
import { type Connection, connect } from '../db/connect.ts';
import { withSecretFiles } from '../withSecretFiles.ts';
import { requireTables } from './requireTables.ts';

interface Options {
  /** The exit code where a `ConfigError` ends it. */
  failed?: number;
  /** Whether the command makes the tables itself; else they must be there. */
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
