import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';
import type { AmlRescreensTable } from '../screeningTables.ts';

type Db = Kysely<Database>;

export const amlRescreens = {
  /** Records that somebody was screened again; once for a moment and a dataset. */
  insert: (db: Db, row: Insertable<AmlRescreensTable>): Promise<unknown> =>
    db
      .insertInto('aml_rescreens')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),

  /** Of a case or a watch, newest first. */
  list: (db: Db, subject: string, limit: number): Promise<Selectable<AmlRescreensTable>[]> =>
    db
      .selectFrom('aml_rescreens')
      .selectAll()
      .where('subject', '=', subject)
      .orderBy('at', 'desc')
      .limit(limit)
      .execute(),
};
