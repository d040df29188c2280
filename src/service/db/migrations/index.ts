import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import { start } from './0001_start.ts';

/** A migration: `run` adds columns, tables or indexes. */
export interface Migration {
  run(db: Kysely<Database>): Promise<void>;
  /** Whether older versions of the service cannot work with it: only if it removes or renames. */
  breaking?: boolean;
  /**
   * Whether it runs outside a transaction, because it takes long on large tables. Its statements do not block others:
   * `makeIndex`, and changes of few rows at a time. It can be repeated after an interruption.
   */
  online?: boolean;
}

/** All migrations by number and name. After the first release, they are only added; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_start': { run: start },
};
