import { type Kysely, type RawBuilder, sql } from 'kysely';
import { idFloor } from './idRange.ts';
import type { Database } from './schema.ts';

const WEEK_MS = 7 * 86_400_000;
/** A Monday. */
const FIRST_MS = Date.UTC(2024, 0, 1);

/** The tables that grow with every event, partitioned by week. The partition key is the time in the event's id. */
export const partitioned = ['events', 'case_events', 'delivery_attempts'] as const;
export type PartitionedTable = (typeof partitioned)[number];

/**
 * How long the job waits for the table lock: other writers queue behind it. A backup may hold a lock for hours. The job
 * tries again, and has weeks of time to create or drop a partition.
 */
const LOCK_TIMEOUT_MS = 1000;

/** One week of one table. */
export interface Partition {
  name: string;
  /** The range of event ids: from `from`, inclusive, to `to`, exclusive. */
  from: string;
  to: string;
}

/** The week of a table that contains a time. */
export function partitionOf(table: PartitionedTable, time: Date): Partition {
  const start = FIRST_MS + Math.floor((time.getTime() - FIRST_MS) / WEEK_MS) * WEEK_MS;
  const day = new Date(start).toISOString().slice(0, 10).replaceAll('-', '');
  const floor = (ms: number) => idFloor('evt', new Date(ms));
  return { name: `${table}_${day}`, from: floor(start), to: floor(start + WEEK_MS) };
}

/**
 * Creates the missing partitions for `weeks` weeks, starting with that of `from`. Rows that were inserted before their
 * week had a partition are in the default partition; such a week gets no partition.
 */
export async function makePartitions(db: Kysely<Database>, from: Date, weeks: number): Promise<void> {
  for (const table of partitioned) {
    for (let week = 0; week < weeks; week++) {
      const partition = partitionOf(table, new Date(from.getTime() + week * WEEK_MS));
      if (!(await isCovered(db, table, partition))) await makePartition(db, table, partition);
    }
  }
}

async function makePartition(
  db: Kysely<Database>,
  table: PartitionedTable,
  partition: Partition,
): Promise<void> {
  const name = sql.table(partition.name);
  // One table at a time: a transaction that has locked another one may wait for this one.
  await withLocks(db, async (tx) => {
    // Once the partition of a week exists, the default partition would refuse a row of that week whose insert is in
    // progress. The strongest lock is taken from the start: attaching requires it on the default partition, and a
    // transaction that has read from it may wait to write.
    await sql`lock table only ${sql.table(table)} in access exclusive mode`.execute(tx);
    if (await isCovered(tx, table, partition)) return;
    const split = await splitOf(tx, table);
    await sql`create table ${name} (like ${sql.table(table)} including defaults) ${split.by}`.execute(tx);
    for (let part = 0; part < split.parts; part++) {
      await sql`create table ${sql.table(`${partition.name}_${part}`)} partition of ${name}
        for values with (modulus ${sql.lit(split.parts)}, remainder ${sql.lit(part)})`.execute(tx);
    }
    await sql`
      alter table ${sql.table(table)} attach partition ${name}
      for values from (${sql.lit(partition.from)}) to (${sql.lit(partition.to)})`.execute(tx);
  });
}

/** A transaction that gives up if another one holds a required lock. */
async function withLocks(
  db: Kysely<Database>,
  work: (tx: Kysely<Database>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    await work(tx);
  });
}

/** How the partitions of a table are split further, if at all: in the same way as its default partition. */
async function splitOf(
  tx: Kysely<Database>,
  table: PartitionedTable,
): Promise<{ by: RawBuilder<unknown>; parts: number }> {
  const { rows } = await sql<{ by: string; parts: number }>`
    select pg_get_partkeydef(partrelid) as by, (select count(*)::int from pg_inherits where inhparent = partrelid) as parts
    from pg_partitioned_table where partrelid = to_regclass(${`${table}_rest`})`.execute(tx);
  const split = rows[0];
  return split ? { by: sql.raw(`partition by ${split.by}`), parts: split.parts } : { by: sql``, parts: 0 };
}

/** Whether a week has a partition, or events in the default partition already. */
async function isCovered(
  db: Kysely<Database>,
  table: PartitionedTable,
  { name, from, to }: Partition,
): Promise<boolean> {
  const key = sql.ref(table === 'delivery_attempts' ? 'event_id' : 'id');
  const { rows } = await sql`
    select 1 where to_regclass(${name}) is not null
    union all
    (select 1 from ${sql.table(table)} where ${key} >= ${from} and ${key} < ${to} limit 1)`.execute(db);
  return rows.length > 0;
}

/** Drops the weeks that end before a time. @returns their names. */
export async function dropPartitions(db: Kysely<Database>, before: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string; parent: string }>`
    select child.relname as name, parent.relname as parent
    from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relname in (${sql.join([...partitioned])}) and child.relname ~ '_[0-9]{8}$'`.execute(db);
  const old = rows.filter(({ name, parent }) => name < partitionOf(parent as PartitionedTable, before).name);
  for (const { name } of old) await withLocks(db, (tx) => sql`drop table ${sql.table(name)}`.execute(tx));
  return old.map(({ name }) => name);
}
