import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';
import type { AmlListsTable } from '../screeningTables.ts';

type Db = Kysely<Database>;

export const amlLists = {
  all: (db: Db): Promise<Selectable<AmlListsTable>[]> => db.selectFrom('aml_lists').selectAll().execute(),

  put: (db: Db, row: Insertable<AmlListsTable>): Promise<unknown> =>
    db
      .insertInto('aml_lists')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute(),

  delete: (db: Db, name: string): Promise<unknown> =>
    db.deleteFrom('aml_lists').where('name', '=', name).execute(),
};
