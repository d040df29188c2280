import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * The format of an export: lines, compressed by gzip. The first line is the header, the last one the end mark; between
 * them one line for each row, `TABLE {…}`, in PostgreSQL's JSON. Sealed values stay sealed.
 */
export const FORMAT = 'idv-verify export 1';

export interface ExportHeader {
  format: typeof FORMAT;
  exportedAt: string;
  /** The migrations that had been applied to the exported database. */
  migrations: string[];
  /** Identifies the master key to its owner. */
  key: string;
}

export interface ExportEnd {
  end: true;
  /** Number of rows of each table. */
  rows: Record<string, number>;
  /** A keyed fingerprint of all previous lines, which detects changes. */
  hmac: string;
}

/** An exported table: its columns without generated ones. */
export interface MovedTable {
  name: string;
  columns: string[];
}

/** Describes the state of this database, not its content. */
const LEFT_OUT = 'migrations';

/** All tables with their columns, each after the tables it references. */
export async function tables(db: Kysely<Database>): Promise<MovedTable[]> {
  const { rows } = await sql<MovedTable & { parents: string[] }>`
    select class.relname as name,
      (select jsonb_agg(attname order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(jsonb_agg(parent.relname), '[]') from pg_constraint key
        join pg_class parent on parent.oid = key.confrelid
        where key.conrelid = class.oid and key.contype = 'f' and key.conparentid = 0 and parent.oid <> class.oid) as parents
    from pg_class class join pg_namespace space on space.oid = class.relnamespace
    where space.nspname = current_schema() and class.relkind in ('r', 'p') and not class.relispartition
      and class.relname <> ${LEFT_OUT} order by class.relname`.execute(db);
  const sorted: MovedTable[] = [];
  while (sorted.length < rows.length) {
    const placed = new Set(sorted.map(({ name }) => name));
    const next = rows.filter(
      ({ name, parents }) => !placed.has(name) && parents.every((parent) => placed.has(parent)),
    );
    if (next.length === 0) throw new Error('The references between tables form a cycle.');
    sorted.push(...next.map(({ name, columns }) => ({ name, columns })));
  }
  return sorted;
}

/** The applied migrations. */
export async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}
