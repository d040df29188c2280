import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { ListScreenings } from '../../../contract/page.ts';
import type { Database } from '../schema.ts';
import type { AmlScreeningsTable } from '../screeningTables.ts';

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

  /** Newest first, those before the id `before`. */
  list: (
    db: Db,
    mode: Mode,
    filter: Omit<ListScreenings, 'cursor'>,
    before: string | null,
  ): Promise<Row[]> => {
    let query = db.selectFrom('aml_screenings').selectAll().where('mode', '=', mode);
    if (before) query = query.where('id', '<', before);
    if (filter.status) query = query.where('status', '=', filter.status);
    if (filter.caseId) query = query.where('case_id', '=', filter.caseId);
    if (filter.createdAfter) query = query.where('created_at', '>', new Date(filter.createdAfter));
    if (filter.createdBefore) query = query.where('created_at', '<', new Date(filter.createdBefore));
    return query.orderBy('id', 'desc').limit(filter.limit).execute();
  },

  findById: (db: Db, id: string): Promise<Row | undefined> =>
    db.selectFrom('aml_screenings').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Holds a screening that is there until the transaction ends. */
  lock: (db: Db, id: string): Promise<Row> =>
    db.selectFrom('aml_screenings').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),

  update: (db: Db, id: string, set: Updateable<AmlScreeningsTable>): Promise<Row> =>
    db.updateTable('aml_screenings').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
};
