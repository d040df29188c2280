import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, QuarantinedWork, QuarantineTable } from '../schema.ts';

type Db = Kysely<Database>;

/** Damaged rows: put aside by the job that met them, logged, skipped and counted. */
export const quarantine = {
  put: (db: Db, row: Insertable<QuarantineTable>): Promise<unknown> =>
    db
      .insertInto('quarantine')
      .values(row)
      .onConflict((conflict) => conflict.columns(['work', 'subject']).doUpdateSet(row))
      .execute(),

  remove: (db: Db, work: QuarantinedWork, subject: string): Promise<unknown> =>
    db.deleteFrom('quarantine').where('work', '=', work).where('subject', '=', subject).execute(),

  /** Of one that is erased. */
  forget: (db: Db, subject: string): Promise<unknown> =>
    db.deleteFrom('quarantine').where('subject', '=', subject).execute(),

  /** Those of some that are in it. @param now only those that are not to be tried again yet at this time. */
  among: async (
    db: Db,
    work: QuarantinedWork,
    subjects: readonly string[],
    now?: Date,
  ): Promise<Set<string>> => {
    if (subjects.length === 0) return new Set();
    const rows = await db
      .selectFrom('quarantine')
      .select('subject')
      .where('work', '=', work)
      .where('subject', 'in', subjects)
      .$if(now !== undefined, (query) => query.where('retry_at', '>', now!))
      .execute();
    return new Set(rows.map(({ subject }) => subject));
  },

  /** A condition: that a row is not put aside at a time. `subject` is its column. */
  isOut: (work: QuarantinedWork, subject: string, now: Date): RawBuilder<boolean> =>
    sql<boolean>`not exists (
      select 1 from quarantine aside
      where aside.work = ${work} and aside.subject = ${sql.ref(subject)} and aside.retry_at > ${now})`,

  count: async (db: Db): Promise<number> => {
    const { count } = await db
      .selectFrom('quarantine')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  counts: (db: Db): Promise<{ work: QuarantinedWork; count: number }[]> =>
    db
      .selectFrom('quarantine')
      .select(['work', sql<number>`count(*)::int`.as('count')])
      .groupBy('work')
      .execute(),

  /** The newest ones. */
  list: (db: Db, limit: number): Promise<Selectable<QuarantineTable>[]> =>
    db.selectFrom('quarantine').selectAll().orderBy('at', 'desc').limit(limit).execute(),
};
