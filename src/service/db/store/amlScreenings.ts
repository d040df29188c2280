import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { AmlScreeningsTable, Database } from '../schema.ts';

type Db = Kysely<Database>;
type Row = Selectable<AmlScreeningsTable>;

export const amlScreenings = {
  insert: (db: Db, row: Insertable<AmlScreeningsTable>): Promise<Row> =>
    db.insertInto('aml_screenings').values(row).returningAll().executeTakeFirstOrThrow(),

  find: (db: Db, mode: Mode, id: string): Promise<Row | undefined> =>
    db
      .selectFrom('aml_screenings')
      .selectAll()
      .where('id', '=', id)
      .where('mode', '=', mode)
      .executeTakeFirst(),

  findById: (db: Db, id: string): Promise<Row | undefined> =>
    db.selectFrom('aml_screenings').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Holds a screening that is there until the transaction ends. */
  lock: (db: Db, id: string): Promise<Row> =>
    db.selectFrom('aml_screenings').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),

  update: (db: Db, id: string, set: Updateable<AmlScreeningsTable>): Promise<Row> =>
    db.updateTable('aml_screenings').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
};
