import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import type { PgConnection } from './pgConnection.ts';

const registry = new WeakMap<object, () => Promise<PgConnection>>();

/** Takes a session from the pool; return it with `release`. `undefined` for the embedded database. */
export function pgSessionsOf(db: Kysely<Database>): (() => Promise<PgConnection>) | undefined {
  return registry.get(db);
}

export function setPgSessions(db: Kysely<Database>, connect: () => Promise<PgConnection>): void {
  registry.set(db, connect);
}
