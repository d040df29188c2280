import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { Database } from '../schema.ts';
import type { AmlListDaysTable, AmlPutAsideTable } from '../screeningTables.ts';

type Db = Kysely<Database>;

/** Counts of one day. */
export interface DayCount {
  day: string;
  count: number;
}

interface Range {
  mode: Mode;
  from: Date;
  until: Date;
}

/** Table and aggregate of each count. */
const COUNTED = {
  due: { table: 'aml_monitoring_runs', sum: 'sum(due)' },
  done: { table: 'aml_rescreens', sum: 'count(*)' },
  putAside: { table: 'aml_put_aside', sum: 'count(*)' },
} as const;

export const monitoringDays = {
  /** The state of a list at the end of a day: its row of that day, otherwise of the last day before. */
  newestOf: (db: Db, list: string, day: string): Promise<Selectable<AmlListDaysTable> | undefined> =>
    db
      .selectFrom('aml_list_days')
      .selectAll()
      .where('list', '=', list)
      .where('day', '<=', day)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst(),

  put: (db: Db, row: Insertable<AmlListDaysTable>): Promise<unknown> =>
    db
      .insertInto('aml_list_days')
      .values(row)
      .onConflict((conflict) => conflict.columns(['day', 'list']).doUpdateSet(row))
      .execute(),

  /** The rows of a range of days, both inclusive, by day and list. */
  list: (db: Db, from: string, to: string): Promise<Selectable<AmlListDaysTable>[]> =>
    db
      .selectFrom('aml_list_days')
      .selectAll()
      .where('day', '>=', from)
      .where('day', '<=', to)
      .orderBy('day')
      .orderBy('list')
      .execute(),

  /** The first recorded day of each list. */
  known: async (db: Db): Promise<{ list: string; since: string }[]> => {
    const { rows } = await sql<{ list: string; since: string }>`
      select list, min(day) as since from aml_list_days group by list order by list`.execute(db);
    return rows;
  },

  /** Records the subjects due in each mode, once for each time that a dataset becomes the newest. */
  start: async (
    db: Db,
    { number, version, at }: { number: number; version: string; at: Date },
  ): Promise<void> => {
    await sql`
      insert into aml_monitoring_runs (number, mode, dataset, at, due)
      select ${number}, mode, ${version}, ${at}, count(*) from (
        select mode from cases where is_monitored and coalesce(aml_dataset, 0) < ${number}
        union all select mode from aml_watches where coalesce(aml_dataset, 0) < ${number}) due
      group by mode on conflict do nothing`.execute(db);
  },

  /** Number of subjects not yet screened against dataset `number`. */
  remaining: async (db: Db, mode: Mode, number: number): Promise<number> => {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from (
        select 1 from cases where is_monitored and coalesce(aml_dataset, 0) < ${number} and mode = ${mode}
        union all select 1 from aml_watches
        where coalesce(aml_dataset, 0) < ${number} and mode = ${mode}) due`.execute(db);
    return Number(rows[0]?.count ?? 0);
  },

  putAside: (db: Db, row: Insertable<AmlPutAsideTable>): Promise<unknown> =>
    db
      .insertInto('aml_put_aside')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),

  /** When a case or a watch was put aside, oldest first. */
  asideAt: async (db: Db, subject: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('aml_put_aside')
      .select('at')
      .where('subject', '=', subject)
      .orderBy('at')
      .execute();
    return rows.map(({ at }) => at.toISOString());
  },

  /** Number of subjects that are put aside now. */
  currentlyPutAside: async (db: Db, mode: Mode): Promise<number> => {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from quarantine aside where work = 'monitoring' and exists (
        select 1 from aml_put_aside known where known.subject = aside.subject and known.mode = ${mode})`.execute(
      db,
    );
    return Number(rows[0]?.count ?? 0);
  },

  /** Subjects due, done or put aside on each day of a range, UTC. Days without any are omitted. */
  counts: async (
    db: Db,
    counter: keyof typeof COUNTED,
    { mode, from, until }: Range,
  ): Promise<DayCount[]> => {
    const { table, sum } = COUNTED[counter];
    const { rows } = await sql<{ day: string; count: string }>`
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, ${sql.raw(sum)} as count from ${sql.table(table)}
      where mode = ${mode} and at >= ${from} and at < ${until} group by 1`.execute(db);
    return rows.map(({ day, count }) => ({ day, count: Number(count) }));
  },
};
