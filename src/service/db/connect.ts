import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import { ConfigError } from '../configError.ts';
import { lockDataDir } from './lockDataDir.ts';
import { prepared } from './prepared.ts';
import type { Database } from './schema.ts';

/** A connection to the database, and how to give it back. */
export interface Connection {
  db: Kysely<Database>;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL by its URL, or the embedded database in the data directory.
 * @throws {ConfigError} if PostgreSQL can't be used, or another live process holds the data directory.
 */
export async function connect(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Connection> {
  return config.databaseUrl
    ? await connectPostgres(config.databaseUrl)
    : await connectEmbedded(config.dataDir);
}

async function connectPostgres(connectionString: string): Promise<Connection> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  // A connection that dies is replaced by the pool. Without listeners its error would end the process: the pool's
  // hears of idle connections, the client's of those in use, whose statements fail with it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const code = (error as { code?: string }).code ?? 'no code';
    throw new ConfigError(`The database of DATABASE_URL can't be used (${code}).`, { cause: error });
  }
  const named = {
    options: pool.options,
    connect: async () => prepared(await pool.connect()) as PostgresPoolClient,
    end: () => pool.end(),
  };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: named }) });
  return { db, close: () => db.destroy() };
}

/** Its own way through bytes, one by one, holds everything up for seconds where pictures are large. */
const bytes = {
  serializers: {
    [types.BYTEA]: ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
      `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`,
  },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
};

async function connectEmbedded(dataDir: string): Promise<Connection> {
  const unlock = lockDataDir(dataDir);
  try {
    const pglite = await PGlite.create({ dataDir: join(dataDir, 'pglite'), ...bytes });
    const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
    return { db, close: () => pglite.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}
