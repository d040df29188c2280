import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, QuarantinedWork, QuarantineTable } from '../schema.ts';

type Db = Kysely<Database>;

/** Damaged rows. The job that finds one logs it and puts it here; jobs skip these rows. */
export const quarantine = {
  put: (db: Db, row: Insertable<QuarantineTable>): Promise<unknown> =>
    db
      .insertInto('quarantine')
      .values(row)
      .onConflict((conflict) => conflict.columns(['work', 'subject']).doUpdateSet(row))
      .execute(),

  remove: (db: Db, work: QuarantinedWork, subject: string): Promise<unknown> =>
    db.deleteFrom('quarantine').where('work', '=', work).where('subject', '=', subject).execute(),

  /** Deletes the entries of an erased subject. */
  forget: (db: Db, subject: string): Promise<unknown> =>
    db.deleteFrom('quarantine').where('subject', '=', subject).execute(),

  /**
   * The subjects among `subjects` that are in quarantine. @param now only subjects that must not be tried again yet.
   */
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

  /** A condition: the row is not in quarantine at a time. `subject` is the column with its id. */
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

  /** The newest entries. */
  list: (db: Db, limit: number): Promise<Selectable<QuarantineTable>[]> =>
    db.selectFrom('quarantine').selectAll().orderBy('at', 'desc').limit(limit).execute(),
};
