import { type Kysely, sql } from 'kysely';
import { ConfigError } from '../configError.ts';
import { breaking, migrations } from './migrations/index.ts';
import type { OpenVault } from './OpenVault.ts';
import type { Database } from './schema.ts';

/** A number of our own among the advisory locks of the database. */
const LOCK = 4_010_001;

/**
 * Brings the tables up to date, all or nothing. Processes that start together wait for one another.
 * @param openVault for rows that are sealed on the way; absent where there can be none.
 * @returns the names of the migrations that were applied.
 * @throws {ConfigError} if a newer version changed the tables so that this one can't work with them.
 */
export async function migrate(db: Kysely<Database>, openVault: OpenVault = noVault): Promise<string[]> {
  // Most starts find nothing to do, and then lock nothing.
  if ((await pendingMigrations(db)).length === 0) {
    await refuseNewer(db);
    return [];
  }
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    await sql`create table if not exists migrations (name text primary key)`.execute(tx);
    await sql`alter table migrations add column if not exists breaks boolean not null default false`.execute(
      tx,
    );
    await refuseNewer(tx);
    const open = await openMigrations(tx);
    for (const name of open) {
      await migrations[name]?.(tx, openVault);
      await sql`insert into migrations (name, breaks) values (${name}, ${breaking.has(name)})`.execute(tx);
    }
    return open;
  });
}

function noVault(): never {
  throw new Error('There are rows to seal, and no key to seal them with.');
}

/** A newer version may have added to the tables; only what it changed so that this one would err is refused. */
async function refuseNewer(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select name from migrations where breaks order by name`.execute(db);
  const unknown = rows.find(({ name }) => !Object.hasOwn(migrations, name));
  if (!unknown) return;
  throw new ConfigError(
    `The database is of a newer version of the service (${unknown.name}); start that one, or a later one.`,
  );
}

/** @returns the names of the migrations that the database lacks; changes nothing. */
export async function pendingMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('migrations') is not null as exists`.execute(db);
  return rows[0]?.exists ? await openMigrations(db) : Object.keys(migrations).sort();
}

async function openMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations)
    .filter((name) => !done.has(name))
    .sort();
}
