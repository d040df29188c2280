import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';
import type { AmlQuarantineTable } from '../screeningTables.ts';

type Db = Kysely<Database>;

export const amlQuarantine = {
  /** Notes a case or a watch that could not be screened. */
  put: (db: Db, row: Insertable<AmlQuarantineTable>): Promise<unknown> =>
    db
      .insertInto('aml_quarantine')
      .values(row)
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
      .execute(),

  remove: (db: Db, subject: string): Promise<unknown> =>
    db.deleteFrom('aml_quarantine').where('subject', '=', subject).execute(),

  /** Those of some that are in it. */
  among: async (db: Db, subjects: readonly string[]): Promise<Set<string>> => {
    const rows = await db
      .selectFrom('aml_quarantine')
      .select('subject')
      .where('subject', 'in', subjects)
      .execute();
    return new Set(rows.map(({ subject }) => subject));
  },

  count: async (db: Db): Promise<number> => {
    const { count } = await db
      .selectFrom('aml_quarantine')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  /** The newest ones. */
  list: (db: Db, limit: number): Promise<Selectable<AmlQuarantineTable>[]> =>
    db.selectFrom('aml_quarantine').selectAll().orderBy('at', 'desc').limit(limit).execute(),
};
