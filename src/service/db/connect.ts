import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { types } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { findPreparedDatabase } from '../builtFiles.ts';
import { type Config, ConfigError, type DatabaseSettings } from '../settings/config.ts';
import { EmbeddedDatabase } from './EmbeddedDatabase.ts';
import { isDiskFull } from './isDatabaseDown.ts';
import { lockDataDir } from './lockDataDir.ts';
import { ConnectionGate } from './postgres/ConnectionGate.ts';
import { openPgConnection } from './postgres/pgConnection.ts';
import { setPgSessions } from './postgres/pgSessions.ts';
import type { Database } from './schema.ts';
import { unpackFolder } from './unpackFolder.ts';

/** Connections of the pool by state, and the number of requests that wait for a connection. */
export interface PoolUse {
  busy: number;
  idle: number;
  waiting: number;
}

/** A connection to the database, and the function that closes it. */
export interface Connection {
  db: Kysely<Database>;
  /** `null`: the embedded database has no pool. */
  pool(): PoolUse | null;
  /**
   * Whether the disk of PostgreSQL is full. Always `false` for the embedded database, whose folder is checked
   * elsewhere.
   */
  isFull(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL by its URL, or the embedded database in the data directory.
 * @param setting the name of the setting with the URL.
 * @throws {ConfigError} if PostgreSQL can't be used, or another live process holds the data directory. An error for a
 * full disk (`isDiskFull`) is thrown unchanged.
 */
export async function connect(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'database'>,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' = 'DATABASE_URL',
): Promise<Connection> {
  return config.databaseUrl
    ? await connectPostgres(config.databaseUrl, config.database, setting)
    : await connectEmbedded(config.dataDir);
}

async function connectPostgres(
  connectionString: string,
  settings: DatabaseSettings,
  setting: string,
): Promise<Connection> {
  const pool = new pg.Pool({
    connectionString,
    max: settings.pool,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    keepAlive: true,
    ...(settings.prepare && timeouts(settings)),
  });
  // The pool replaces a broken connection. Without listeners its error would end the process: the pool emits errors of
  // idle connections, the client those of connections in use, whose statements fail too.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  const { prepare, statementTimeoutMs } = settings;
  // An unresponsive server does not apply its own statement timeout.
  const answerMs = statementTimeoutMs && statementTimeoutMs + ANSWER_MS;
  const diskProbe = new DiskFullProbe();
  const onError = (error: unknown) => diskProbe.note(error);
  const gate = new ConnectionGate();
  const connectPg = async () => {
    const isNew = pool.idleCount === 0 && pool.totalCount < settings.pool;
    const client = await (isNew ? gate.open(() => pool.connect()) : pool.connect()).catch((error) => {
      onError(error);
      throw error;
    });
    return openPgConnection(client, { prepare, answerMs, onError });
  };
  try {
    const session = await connectPg();
    await session.query('select 1').finally(() => session.release());
  } catch (error) {
    await pool.end();
    if (isDiskFull(error)) throw error;
    const code = (error as { code?: string }).code ?? 'no code';
    throw new ConfigError(
      `The database of ${setting} cannot be used (${code}). Check the URL, the user and the password.`,
      { cause: error },
    );
  }
  const connections = {
    options: pool.options,
    connect: async () => (await connectPg()) as object as PostgresPoolClient,
    end: () => pool.end(),
  };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: connections }) });
  setPgSessions(db, connectPg);
  const use = () => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  return { db, pool: use, isFull: () => diskProbe.isFull(db), close: () => db.destroy() };
}

/** Additional time to wait for a response, after the database's own statement timeout. */
const ANSWER_MS = 1000;

/**
 * The timeouts of each session. A pooler in transaction mode refuses such options at the start of a connection: with a
 * pooler, set them on the role or the database.
 */
function timeouts(settings: DatabaseSettings): pg.PoolConfig {
  return {
    statement_timeout: settings.statementTimeoutMs,
    lock_timeout: settings.lockTimeoutMs,
    idle_in_transaction_session_timeout: settings.idleTransactionTimeoutMs,
  };
}

/** PGlite converts bytes one by one, which blocks for seconds with large pictures. */
const bytes = {
  serializers: {
    [types.BYTEA]: ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
      `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`,
  },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
};

/** The default of 128 MB is for a dedicated machine; the system caches the files anyway. */
const SMALL = ['-c', 'shared_buffers=16MB'];

async function connectEmbedded(dataDir: string): Promise<Connection> {
  const lock = lockDataDir(dataDir);
  const folder = join(dataDir, 'pglite');
  const isNew = !existsSync(folder);
  try {
    const prepared = isNew ? findPreparedDatabase() : null;
    if (prepared) await unpackFolder(prepared, folder);
    const pglite = new EmbeddedDatabase({
      dataDir: folder,
      startParams: [...EmbeddedDatabase.defaultStartParams, ...SMALL],
      ...bytes,
    });
    await pglite.waitReady;
    const execute = pglite.execProtocolRawSync.bind(pglite);
    pglite.execProtocolRawSync = (...message) => {
      lock.requireHeld();
      return execute(...message);
    };
    const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
    const close = () => pglite.close().finally(() => lock.release());
    return { db, pool: () => null, isFull: async () => false, close };
  } catch (error) {
    // A partly created database can never be opened.
    if (isNew) await rm(folder, { recursive: true, force: true });
    lock.release();
    throw error;
  }
}

/** The probe sorts these rows with little memory: it writes some megabytes to disk and touches no table. */
const ROWS = 100_000;
const MEMORY = '64kB';

/**
 * Whether the disk of PostgreSQL is full, judged by its errors. After such an error, each call tests the disk again.
 */
class DiskFullProbe {
  #isFull = false;

  /** Called with the error of each failed statement. */
  note(error: unknown): void {
    this.#isFull ||= isDiskFull(error);
  }

  async isFull(db: Kysely<Database>): Promise<boolean> {
    if (!this.#isFull) return false;
    try {
      await db.transaction().execute(async (tx) => {
        await sql`set local work_mem = ${sql.lit(MEMORY)}`.execute(tx);
        await sql`select count(*) from (
          select n from generate_series(1, ${sql.lit(ROWS)}) n order by md5(n::text)) sorted`.execute(tx);
      });
      this.#isFull = false;
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
    return this.#isFull;
  }
}
