import { type Kysely, sql } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';

/** A number of our own among the advisory locks of the database. */
const LOCK = 4_010_001;

/**
 * Brings the tables up to date, all or nothing. Processes that start together wait for one another.
 * @returns the names of the migrations that were applied.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    await sql`create table if not exists migrations (name text primary key)`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(tx);
    const done = new Set(rows.map(({ name }) => name));
    const open = Object.keys(migrations)
      .filter((name) => !done.has(name))
      .sort();
    for (const name of open) {
      await migrations[name]?.(tx);
      await sql`insert into migrations (name) values (${name})`.execute(tx);
    }
    return open;
  });
}
