import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { ConfigError } from '../settings/config.ts';
import { type Migration, migrations } from './migrations/index.ts';
import { pgSessionsOf } from './postgres/pgSessions.ts';
import type { Database } from './schema.ts';

/** The id of the advisory lock of migrations. */
const LOCK = 4_010_001;

/** How long a migration waits for a lock: other statements on the table queue behind it. */
const LOCK_TIMEOUT_MS = 2000;
/** Delay before a lock is tried again. */
const AGAIN_MS = 200;

/**
 * Applies pending migrations in order, each completely or not at all. Processes that start together wait for one
 * another.
 * @param known the migrations of this version of the service; tests add some.
 * @returns the names of the migrations that were applied.
 * @throws {ConfigError} if a newer version changed the tables so that this one can't work with them.
 */
export async function migrate(db: Kysely<Database>, known = migrations): Promise<string[]> {
  // Most starts have nothing to migrate, and then take no lock.
  if ((await pendingMigrations(db, known)).length === 0) {
    await refuseNewer(db);
    return [];
  }
  return await alone(db, async () => {
    await sql`create table if not exists migrations (
      name text primary key, breaks boolean not null default false)`.execute(db);
    await refuseNewer(db);
    const open = await openMigrations(db, known);
    for (const name of open) await apply(db, name, known[name]!);
    return open;
  });
}

/**
 * Runs work while no other process migrates the database; the embedded one has a single process. A waiting process
 * polls: a statement waiting for the lock would block `create index concurrently`.
 */
async function alone<T>(db: Kysely<Database>, work: () => Promise<T>): Promise<T> {
  const session = await pgSessionsOf(db)?.();
  if (!session) return await work();
  try {
    for (;;) {
      await session.query('begin');
      await session.query('set local idle_in_transaction_session_timeout = 0');
      const { rows } = await session.query<{ had: boolean }>(
        `select pg_try_advisory_xact_lock(${LOCK}) as had`,
      );
      if (rows[0]?.had) return await work();
      await session.query('rollback');
      await delay(AGAIN_MS);
    }
  } finally {
    await session.query('rollback').finally(() => session.release());
  }
}

/** Applies one migration, outside a transaction if it is `online`. If it can't get a lock, all of it is tried again. */
async function apply(
  db: Kysely<Database>,
  name: string,
  { run, breaking, online }: Migration,
): Promise<void> {
  const note = (on: Kysely<Database>) =>
    sql`insert into migrations (name, breaks) values (${name}, ${breaking ?? false})`.execute(on);
  if (online) {
    await run(db);
    await note(db);
    return;
  }
  for (;;) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
        await run(tx);
        await note(tx);
      });
    } catch (error) {
      if (!NO_LOCK.test(String((error as { code?: unknown }).code))) throw error;
      await delay(AGAIN_MS);
    }
  }
}

/** A lock timeout, or a deadlock. */
const NO_LOCK = /^(55P03|40P01)$/;

async function refuseNewer(db: Kysely<Database>): Promise<void> {
  const newer = await newerVersion(db);
  if (newer) throw new ConfigError(newer);
}

/**
 * Whether a newer version changed the tables incompatibly. It may have added tables and columns; only its breaking
 * migrations count.
 * @returns a sentence that says so, or `null`.
 */
export async function newerVersion(db: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{
    name: string;
  }>`select name from migrations where breaks order by name`.execute(db);
  const unknown = rows.find(({ name }) => !Object.hasOwn(migrations, name));
  return unknown
    ? `The database schema was migrated by a newer version of the service (${unknown.name}). Start that version or a later one.`
    : null;
}

/** @returns the names of the migrations that the database lacks; changes nothing. */
export async function pendingMigrations(db: Kysely<Database>, known = migrations): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('migrations') is not null as exists`.execute(db);
  return rows[0]?.exists ? await openMigrations(db, known) : Object.keys(known).sort();
}

async function openMigrations(db: Kysely<Database>, known: typeof migrations): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return Object.keys(known)
    .filter((name) => !applied.has(name))
    .sort();
}
