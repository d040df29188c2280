import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../src/service/db/schema.ts';

/** Size of each table with partitions, indexes and TOAST, after dead rows are removed. */
export async function tableSizes(db: Kysely<Database>): Promise<Record<string, number>> {
  await sql`vacuum (full, analyze)`.execute(db);
  const { rows } = await sql<{ name: string; size: string }>`
    select coalesce(pg_partition_root(oid)::text, relname) as name, sum(pg_total_relation_size(oid)) as size
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace group by 1`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ name, size }) => [name, Number(size)]));
}
